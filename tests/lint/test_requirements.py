"""Which TensorFlow and Keras a project requires."""

from __future__ import annotations

from pathlib import Path

import pytest

from flake8_tfretrace.requirements import Requirement, required


def project(folder: Path, **files: str) -> Requirement:
    """Return what is required in a project of these files; ``__`` is a dot, ``_in_`` a slash."""
    (folder / ".git").mkdir()
    for name, text in files.items():
        path = folder / name.replace("_in_", "/").replace("__", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return required(str(folder / "model.py"))


def answers(found: Requirement, *versions: str) -> list[tuple[bool | None, bool]]:
    """Return whether TensorFlow may be, and surely is, older than each of the versions."""
    return [
        (found.may_be_below("tensorflow", v), found.surely_below("tensorflow", v)) for v in versions
    ]


OLDER = [(True, True)]
"""Than 2.9."""
EITHER = [(True, False)]
NEWER = [(False, False)]
UNKNOWN = [(None, False)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("tensorflow==2.4.1", OLDER),
        ("tensorflow==2.4.*", OLDER),
        ("tensorflow===2.4.1", OLDER),
        ("tensorflow~=2.3.0", OLDER),
        ("tensorflow<2.9", OLDER),
        ("tensorflow<2.9.0rc1", OLDER),
        ("tensorflow >= 2.2, < 2.6  # as it was", OLDER),
        ("tensorflow_cpu==2.8.4 --hash=sha256:0", OLDER),
        ("TensorFlow.GPU==1.15", OLDER),
        ("tensorflow[and-cuda]<=2.8", OLDER),
        ("tensorflow (>=1.0,<2)", OLDER),
        ("tensorflow~=2.3", EITHER),
        ("tensorflow>=2.3", EITHER),
        ("tensorflow>2.3", EITHER),
        ("tensorflow<=2.9", EITHER),
        ("tensorflow\ntensorflow-text~=2.6", EITHER),
        ("tensorflow\ntensorflow-text==2.8.*", OLDER),
        ("tensorflow<3", EITHER),
        ("tensorflow>=2.4.*", EITHER),
        ("tensorflow-gpu", EITHER),
        ("tensorflow>=2.9", NEWER),
        ("tensorflow>=2.9rc0", NEWER),
        ("tensorflow==2.16.1", NEWER),
        ("intel-tensorflow>=2.12,!=2.13", NEWER),
        ("tf-nightly>=2.17.0.dev20240101", NEWER),
        ("tensorflow", UNKNOWN),
        ("tensorflow!=2.4", UNKNOWN),
        ("tensorflow-probability==0.1", UNKNOWN),
        ("my-tensorflow==0.1", UNKNOWN),
        ("tensorflow @ https://example.com/tensorflow-2.4.whl", UNKNOWN),
        ("tensorflow==two", UNKNOWN),
        ("tensorflow==$VERSION", UNKNOWN),
        ("# tensorflow==2.4", UNKNOWN),
        ("", UNKNOWN),
        ("tensorflow==2.4; python_version < '3.8'", UNKNOWN),
        ("tensorflow==2.4; python_version < '3.11'", OLDER),
        ("tensorflow==2.4; sys_platform == 'win32'", OLDER),
        ("tensorflow==2.4; nonsense", OLDER),
    ],
)
def test_requirements(tmp_path: Path, line: str, expected: list[tuple[bool | None, bool]]) -> None:
    found = project(tmp_path, requirements__txt=f"numpy\n{line}\nkeras-tuner==1\n")
    assert answers(found, "2.9") == expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("pyproject__toml", '[project]\ndependencies = ["tensorflow<2.9"]', OLDER),
        (
            "pyproject__toml",
            '[project.optional-dependencies]\ntf = ["tensorflow<2.9"]\ngpu = ["tensorflow-gpu<2"]',
            OLDER,
        ),
        (
            "pyproject__toml",
            '[project.optional-dependencies]\none = ["tensorflow<2"]\ntwo = ["tensorflow>=2"]',
            EITHER,
        ),
        ("pyproject__toml", '[dependency-groups]\ntest = ["tensorflow>=2.16", {a = 1}]', NEWER),
        ("pyproject__toml", '[tool.poetry.dependencies]\ntensorflow = "^2.4"', EITHER),
        ("pyproject__toml", '[tool.poetry.dependencies]\ntensorflow = "^1.4"', OLDER),
        ("pyproject__toml", '[tool.poetry.dependencies]\ntensorflow = "~2.4"', OLDER),
        ("pyproject__toml", '[tool.poetry.dependencies]\ntensorflow = "^1.15 || ~2.4"', OLDER),
        ("pyproject__toml", '[tool.poetry.dependencies]\ntensorflow = "*"', UNKNOWN),
        ("pyproject__toml", '[tool.poetry.dependencies]\ntensorflow = "2.4.1"', OLDER),
        (
            "pyproject__toml",
            "[tool.poetry.dependencies]\n"
            'tensorflow = [{version = "^1.4", python = "<3.8"}, {version = ">=2.9"}]',
            NEWER,
        ),
        ("pyproject__toml", '[tool.poetry.group.dev.dependencies]\ntensorflow = "2.4.1"', OLDER),
        ("pyproject__toml", "[project]\ndependencies = {tensorflow = 1}", UNKNOWN),
        ("pyproject__toml", '[project]\ndependencies = ["tensorflow<2', UNKNOWN),
        ("Pipfile", '[packages]\ntensorflow = {version = "==2.4", extras = ["x"]}', OLDER),
        ("Pipfile", '[dev-packages]\ntensorflow = "*"', UNKNOWN),
        ("setup__cfg", "[options]\ninstall_requires =\n  numpy\n  tensorflow<2.9", OLDER),
        ("setup__cfg", "[options]\ninstall_requires = numpy; tensorflow>=2.9", NEWER),
        ("setup__cfg", "[options.extras_require]\ntf = tensorflow~=2.4.0", OLDER),
        ("setup__cfg", "options]\n%(", UNKNOWN),
        ("setup__py", "setup(install_requires=['tensorflow<2.9'])", OLDER),
        ("setup__py", "REQUIRED = ['tensorflow<2.9']\nsetup(install_requires=REQUIRED)", OLDER),
        (
            "setup__py",
            "REQUIRED = []\nREQUIRED.append('tensorflow<2.9')\nR = ['a'] + REQUIRED\n"
            "setup(install_requires=R)",
            OLDER,
        ),
        ("setup__py", "V = '2.4'\nsetup(install_requires=[f'tensorflow=={V}'])", OLDER),
        ("setup__py", "V = '2.4'\nsetup(install_requires=['tensorflow==' + V])", OLDER),
        ("setup__py", "setup(install_requires=['tensorflow==' + v()])", UNKNOWN),
        ("setup__py", "setup(**{'install_requires': ['tensorflow<2.9']})", OLDER),
        ("setup__py", "setup(extras_require={'tensorflow': ['tensorflow>=2.9']})", NEWER),
        ("setup__py", "EXTRAS = EXTRAS\nsetup(extras_require=EXTRAS)", UNKNOWN),
        (
            "setup__py",
            "raise SystemExit('not run')\nsetup(tests_require=['tensorflow==1.4'])",
            OLDER,
        ),
        ("setup__py", "print 'tensorflow'", UNKNOWN),
        ("environment__yml", "dependencies:\n  - tensorflow=2.4", OLDER),
        ("environment__yml", "dependencies:\n  - conda-forge::tensorflow-gpu=2.4.1=py37_0", OLDER),
        ("environment__yml", "dependencies:\n- 'tensorflow==2.4.*'  # old", OLDER),
        ("environment__yml", "dependencies:\n- tensorflow >=2.4,<2.6", OLDER),
        ("environment__yaml", "dependencies:\n- tensorflow 2.4.* mkl_*", OLDER),
        ("environment__yml", "dependencies:\n- tensorflow=2.3|2.4", OLDER),
        ("environment__yml", "dependencies:\n- tensorflow-gpu", UNKNOWN),
        ("environment__yml", "dependencies:\n- pip:\n  - tensorflow>=2.9\n- numpy", NEWER),
        ("environment__yml", "name: tensorflow", UNKNOWN),
        ("requirements-gpu__txt", "tensorflow==2.4", OLDER),
        ("requirements_in_base__txt", "tensorflow==2.4", OLDER),
        ("notes__txt", "tensorflow==2.4", UNKNOWN),
    ],
)
def test_files(
    tmp_path: Path, name: str, text: str, expected: list[tuple[bool | None, bool]]
) -> None:
    assert answers(project(tmp_path, **{name: text}), "2.9") == expected


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        # A range, and one version of it.
        (("setup__py", "setup(install_requires=['tensorflow>=2.0'])"), OLDER),
        # What only some install.
        (("requirements-new__txt", "tensorflow>=2.16"), OLDER),
        (("requirements-dev__txt", "tensorflow"), OLDER),
    ],
)
def test_files_that_disagree(
    tmp_path: Path, files: tuple[str, str], expected: list[tuple[bool | None, bool]]
) -> None:
    found = project(tmp_path, **{"requirements__txt": "tensorflow==2.4.1", files[0]: files[1]})
    assert answers(found, "2.9") == expected


def test_what_only_some_install_makes_nothing_sure(tmp_path: Path) -> None:
    """The extra's version is not that of those who do not ask for the extra."""
    text = "setup(install_requires=['tensorflow>=2.9'], extras_require={'old': ['tensorflow<2']})"
    assert answers(project(tmp_path, setup__py=text), "2.9") == EITHER


def test_requirements_of_other_files(tmp_path: Path) -> None:
    """Of those that are named, in a circle, and of one that is not there."""
    found = project(
        tmp_path,
        requirements__txt="-r requirements/base.txt\n-r missing.txt\n",
        requirements_in_base__txt="-r ../requirements.txt\n--constraint=limits.txt\ntensorflow\n",
        requirements_in_limits__txt="tensorflow==2.4.1 \\\n  --hash=sha256:0\n",
    )
    assert answers(found, "2.9") == OLDER


@pytest.mark.parametrize("name", ["pyproject__toml", "setup__cfg"])
def test_dynamic_requirements(tmp_path: Path, name: str) -> None:
    """Of files that the project's metadata names."""
    text = {
        "pyproject__toml": '[tool.setuptools.dynamic]\ndependencies = {file = ["deps.txt"]}',
        "setup__cfg": "[options]\ninstall_requires = file: deps.txt",
    }
    found = project(tmp_path, **{name: text[name], "deps__txt": "tensorflow==2.4.1"})
    assert answers(found, "2.9") == OLDER


@pytest.mark.parametrize(
    ("text", "legacy"),
    [
        ("tf-keras", True),
        ("tf_keras>=2.16", True),
        ("tensorflow-addons", True),
        ("tensorflow<2.16", True),
        ("tensorflow-gpu", True),
        ("keras==2.4.3", True),
        ("keras<3", True),
        ("tensorflow>=2.15", False),
        ("tensorflow>=2.16\nkeras>=3", False),
        ("keras", False),
        # What TensorFlow 2.16 requires is newer.
        ("numpy==1.21.2\ntensorflow", True),
        ("numpy<1.24\ntensorflow", False),
        ("numpy>=1.21\nh5py==3.1.0", True),
        ("tensorflow-estimator==2.11.0", True),
        ("tensorboard==2.16.2\nprotobuf==4.25.3", False),
        ("keras-tuner==1.0\nkeras-nlp==0.3", False),
        ("", False),
    ],
)
def test_legacy_keras(tmp_path: Path, text: str, legacy: bool) -> None:
    assert project(tmp_path, requirements__txt=text).legacy_keras is legacy


def test_keras(tmp_path: Path) -> None:
    found = project(tmp_path, requirements__txt="keras>=2.11,<4\ntensorflow==2.17")
    assert found.may_be_below("keras", "3") is True
    assert found.surely_below("keras", "3") is False
    assert found.surely_below("keras", "4") is True


@pytest.mark.parametrize(
    ("readme", "other", "below_2_9", "legacy"),
    [
        ("pip install tensorflow==2.7.0 numpy", "", True, True),
        ("use `pip3 install 'tensorflow-gpu>=2.3'`.", "", True, True),
        ("    $ conda install -c conda-forge tensorflow=2.1 # or newer", "", True, True),
        ("!python -m pip install tensorflow==2.16.1", "", False, False),
        ("pip install tensorflow==2.2; or pip install tensorflow", "", True, False),
        ("pip install tensorflow-gpu", "", None, False),
        ("pip install tf-keras\nTensorflow 2.1.0, tensorflow==2.1", "", True, False),
        ("The TensorFlow version should be the most recent (2.5 at the moment).", "", True, False),
        ("Tested with TensorFlow 2.16.1, on Python 3.8", "", False, False),
        ("Uses tensorflow and keras. Requires Python 2.7", "", None, False),
        ("Written for Tensorflow 2.3", "tensorflow>=2.16", False, False),
        ("pip install tensorflow==2.2", "tensorflow>=2.16", False, False),
        ("pip install tensorflow==2.2", "tensorflow", True, False),
    ],
)
def test_readme(
    tmp_path: Path, readme: str, other: str, below_2_9: bool | None, legacy: bool
) -> None:
    (tmp_path / "ReadMe.md").write_text(f"# Title\n\n{readme}\n", encoding="utf-8")
    (tmp_path / "requirements.txt").write_text(f"{other}\n", encoding="utf-8")
    found = required(str(tmp_path / "train.py"))
    assert found.may_be_below("tensorflow", "2.9") is below_2_9
    assert found.legacy_keras is legacy


def test_folders(tmp_path: Path) -> None:
    """From the file's own to the repository's top, and no farther."""
    (tmp_path / "requirements.txt").write_text("tensorflow==1.15", encoding="utf-8")
    top = tmp_path / "repository"
    inner = top / "package/inner"
    inner.mkdir(parents=True)
    (top / ".git").mkdir()
    (top / "setup.py").write_text("setup(install_requires=['tensorflow>=2.9'])", encoding="utf-8")
    (top / "package/requirements.txt").write_text("tensorflow<2.12", encoding="utf-8")
    for name in ("package/__init__.py", "package/inner/__init__.py"):
        (top / name).touch()
    found = required(str(inner / "model.py"))
    assert answers(found, "2.9", "2.12") == [(True, False), (True, True)]
    assert answers(required(str(top / "model.py")), "2.12") == [(True, False)]
    assert required(str(inner / "other.py")) == found


def test_no_repository(tmp_path: Path) -> None:
    """The first folder with a project's mark is its top."""
    (tmp_path / "pyproject.toml").write_text(
        '[project]\ndependencies = ["tensorflow<2"]', encoding="utf-8"
    )
    (tmp_path / "project/src").mkdir(parents=True)
    (tmp_path / "project/setup.py").touch()
    assert required(str(tmp_path / "project/src/model.py")) == Requirement()


def test_installed_packages(tmp_path: Path) -> None:
    """What a project requires is nothing that packages in its environment require."""
    (tmp_path / "requirements.txt").write_text("tensorflow==1.15", encoding="utf-8")
    (tmp_path / "setup.py").touch()
    folder = tmp_path / "venv/lib/python3.12/site-packages/package"
    folder.mkdir(parents=True)
    assert required(str(folder / "model.py")) == Requirement()


def test_odd_files(tmp_path: Path) -> None:
    """None is an error, and one does not hide another."""
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements/large.txt").write_text("tensorflow==1.15\n" * 70_000)
    (tmp_path / "requirements/wide.txt").write_text("tensorflow==2.4.1", encoding="utf-16")
    (tmp_path / "requirements-binary.txt").write_bytes(b"\xfftensorflow\0==\xfe\n")
    (tmp_path / "requirements.txt").mkdir()
    (tmp_path / "setup.py").write_text("x = " + "(" * 1000)
    (tmp_path / "pyproject.toml").write_text("tool = 1\nproject = [1]")
    (tmp_path / "Pipfile").write_text("packages = 'tensorflow'")
    (tmp_path / "environment.yml").symlink_to(tmp_path / "nowhere.yml")
    assert answers(required(str(tmp_path / "model.py")), "2.4", "2.5") == [
        (False, False),
        (True, True),
    ]


PROJECT = "[project]\nrequires-python = '>=3.{}'\ndependencies = ['{}']"
POETRY = "[tool.poetry.dependencies]\npython = '^3.12'\ntensorflow = '*'"
OPTIONS = "[options]\npython_requires = >=3.11,<4\ninstall_requires = tensorflow>=2"
SETUP = "setup(python_requires='>=3.{}', install_requires=['{}'])"


@pytest.mark.parametrize(
    ("files", "below_2_5", "below_2_9"),
    [
        ({"setup__py": SETUP.format(10, "tensorflow")}, False, None),
        ({"setup__py": SETUP.format(10, "numpy")}, False, None),
        ({"setup__py": SETUP.format(8, "tensorflow")}, None, None),
        ({"setup__py": SETUP.format(10, "tensorflow==2.3")}, True, True),
        ({"setup__cfg": OPTIONS}, False, False),
        ({"pyproject__toml": PROJECT.format(9, "tensorflow<3")}, False, True),
        ({"pyproject__toml": POETRY}, False, False),
        (
            {
                "pyproject__toml": PROJECT.format(12, "tensorflow"),
                "setup__py": SETUP.format(7, "numpy"),
            },
            None,
            None,
        ),
    ],
)
def test_python_has_no_older_tensorflow(
    tmp_path: Path, files: dict[str, str], below_2_5: bool | None, below_2_9: bool | None
) -> None:
    found = project(tmp_path, **files)
    assert found.may_be_below("tensorflow", "2.5") is below_2_5
    assert found.may_be_below("tensorflow", "2.9") is below_2_9


@pytest.mark.parametrize(
    ("text", "below_2_9"),
    [
        ('deps = {"tensorflow": "tensorflow>=2.3", "numpy": "numpy"}', True),
        ('deps = {"tensorflow-cpu": ">=2.10"}', False),
        ('deps = {"tensorflow": "tensorflow"}', None),
        ('colors = {"tensorflow": "orange"}', None),
        ("deps = {'tensorflow': ", None),
    ],
)
def test_a_module_with_a_table_of_versions(
    tmp_path: Path, text: str, below_2_9: bool | None
) -> None:
    found = project(tmp_path, dependency_versions_table__py=text)
    assert found.may_be_below("tensorflow", "2.9") is below_2_9


def test_an_outermost_package_says_what_it_requires(tmp_path: Path) -> None:
    inner = tmp_path / "package/inner"
    inner.mkdir(parents=True)
    for folder in (inner, inner.parent):
        (folder / "__init__.py").touch()
    for folder, version in ((inner.parent, "2.3"), (tmp_path, "2.16")):
        text = f'deps = {{"tensorflow": "tensorflow>={version}"}}\n'
        (folder / "versions.py").write_text(text, encoding="utf-8")
    assert required(str(inner / "model.py")).may_be_below("tensorflow", "2.9") is True
    assert required(str(tmp_path / "train.py")).may_be_below("tensorflow", "2.9") is False
