"""What imports what: one direction between the packages, and nothing heavy for linting."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = {
    "flake8_tfretrace": ROOT / "flake8_tfretrace",
    "tfretrace_fix": ROOT / "fixers" / "tfretrace_fix",
    "tfretrace": ROOT / "tfretrace",
}
MODULES = [
    pytest.param(package, path, id=f"{package}/{path.relative_to(folder)}")
    for package, folder in PACKAGES.items()
    for path in sorted(folder.rglob("*.py"))
]
HEAVY = ("keras", "libcst", "numpy", "tensorflow", "tfretrace", "tfretrace_fix")
"""What linting must not import."""


def imports(path: Path) -> Iterator[str]:
    """Yield the modules that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


def top_level(path: Path) -> set[str]:
    return {name.partition(".")[0] for name in imports(path)}


def test_import_contracts() -> None:
    """One direction and no circles, as ``[tool.importlinter]`` in pyproject.toml has it."""
    # Beside this Python: its folder need not be on the path.
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_no_circle_of_modules() -> None:
    """Also none through a package's own file, or an import for annotations only."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    # What runs as a program may import itself by its name.
    imported = {
        module: graph.find_modules_directly_imported_by(module) - {module}
        for module in graph.modules
    }
    # It raises if there is no order.
    assert [*TopologicalSorter(imported).static_order()]


@pytest.mark.parametrize(("package", "path"), MODULES)
def test_packages_import_nothing_of_the_tests(package: str, path: Path) -> None:
    assert not top_level(path) & {"tests", "pytest", "_pytest", "hypothesis", "bench"} or (
        path.name == "pytest_plugin.py"
    )


@pytest.mark.parametrize(("package", "path"), MODULES)
def test_third_parties(package: str, path: Path) -> None:
    """Each package needs little; only the harness knows TensorFlow.

    The linter needs flake8, and what reads a project's requirements.
    """
    others = top_level(path) - sys.stdlib_module_names - {package}
    if package == "flake8_tfretrace":
        allowed = {"plugin.py": {"flake8"}, "requirements.py": {"packaging", "tomli"}}
        assert others <= allowed.get(path.name, set())
    elif package == "tfretrace_fix":
        assert not others & {"keras", "numpy", "tensorflow", "tfretrace"}


def loaded(code: str) -> set[str]:
    """Run ``code`` in a process of its own and return the heavy modules that it imported."""
    report = f"import sys; print(*(name for name in {HEAVY!r} if name in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"], capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


CHECK = """
from flake8_tfretrace import check
assert check('''
import tensorflow as tf

@tf.function
def f(x):
    return x

for i in range(9):
    f(i)
''')
"""


@pytest.mark.parametrize("module", ["tfretrace_fix", "tfretrace_fix.cli", "tfretrace.cli"])
def test_a_module_of_a_command_runs_it(module: str) -> None:
    """``python -m`` never ends well without having done anything."""
    if module == "tfretrace.cli":
        pytest.importorskip("rich")
    done = subprocess.run([sys.executable, "-m", module], capture_output=True, text=True)
    assert done.returncode == 2
    assert " --help'." in done.stderr


def test_check_is_light() -> None:
    assert loaded(CHECK) == set()


def test_flake8_is_light(tmp_path: Path) -> None:
    fixture = ROOT / "fixtures" / "TFR301_train_steps.py"
    code = f"""
from flake8.main.application import Application
application = Application()
application.run(["--isolated", "-j1", "--select=TFR", {str(fixture)!r}])
assert application.result_count > 0
"""
    assert loaded(code) == set()


def test_the_runtime_is_light() -> None:
    assert loaded("import tfretrace") <= {"tfretrace", "tfretrace_fix"}


def test_the_fixer_is_light() -> None:
    assert loaded("import tfretrace_fix.cli") <= {"libcst", "tfretrace_fix"}
