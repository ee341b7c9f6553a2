"""The cache on disk: findings are the same with it as without, whatever happens to the files."""

from __future__ import annotations

import ast
import builtins
import io
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from flake8_tfretrace import Settings, cache, modules, questions, requirements
from flake8_tfretrace.catalog import ALL_CODES
from flake8_tfretrace.finding import Witness
from flake8_tfretrace.plugin import Plugin
from tests import profiles

Reports = list[tuple[int, int, str]]

STEPS = """\
import tensorflow as tf


@tf.function
def step(x, n):
    return x * n


def helper(x, n):
    return step(x, n)
"""
TRAIN = """\
from steps import helper

for i in range(9):
    helper(1.0, i)
"""
ONCE = """\
from steps import helper

helper(1.0, 1)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder that the cache is in; all codes are looked for."""
    monkeypatch.setattr(Plugin, "codes", frozenset(ALL_CODES))
    monkeypatch.setattr(Plugin, "settings", Settings(confidence="likely"))
    before = cache._folder
    cache.use(str(tmp_path / "cache"))
    forget()
    yield tmp_path / "cache"
    cache.use(before)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "work"
    write(root, {"pyproject.toml": "", "steps.py": STEPS, "train.py": TRAIN, "once.py": ONCE})
    return root


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


def forget() -> None:
    """Forget what this process knows of the disk, as a new process would not know it."""
    for name, module in list(sys.modules.items()):
        if name.startswith("flake8_tfretrace") and not name.endswith((".cache", ".knowledge")):
            for value in list(vars(module).values()):
                while value is not None:
                    if hasattr(value, "cache_clear"):
                        value.cache_clear()
                    value = getattr(value, "__wrapped__", None)
    modules._MODULES.clear()


def lint(path: Path) -> Reports:
    forget()
    text = path.read_text(encoding="utf-8")
    plugin = Plugin(ast.parse(text), text.splitlines(keepends=True), str(path))
    return [(f.line, f.column, f"{f}: {_told(f.witness)}") for f in plugin._findings()]


def _told(witness: Witness) -> str:
    return f"{witness.steps} {sorted(witness.assumptions)} {sorted(witness.needs)}"


def lint_without(path: Path) -> Reports:
    used, cache._folder = cache._folder, None
    try:
        return lint(path)
    finally:
        cache.use(used)


def entries(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("??/*") if path.is_file())


@pytest.fixture
def analysed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the files that are analysed from now on."""
    found: list[str] = []
    analyse = Plugin._analysed

    def noted(plugin: Plugin, *arguments: Any) -> Any:
        found.append(Path(plugin.filename).name)
        return analyse(plugin, *arguments)

    monkeypatch.setattr(Plugin, "_analysed", noted)
    return found


# what is kept


def test_findings_are_kept_for_a_file_whatever_it_is_called(
    folder: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, other = project / "steps.py", project / "train.py"
    fresh = lint(file)
    assert all(f"path='{path}'" in fresh[0][2] for path in (file, other))
    monkeypatch.chdir(project)
    called = [(line, column, text.replace(str(file), file.name)) for line, column, text in fresh]
    assert lint(Path(file.name)) == called
    assert lint(file) == fresh


def test_what_did_not_change_is_not_analysed(
    folder: Path, project: Path, analysed: list[str]
) -> None:
    first = lint(project / "steps.py")
    assert any("TFR101" in text for _, _, text in first)
    assert lint(project / "steps.py") == first
    assert analysed == ["steps.py"]


def test_what_was_asked_for_changed(folder: Path, project: Path, analysed: list[str]) -> None:
    first = lint(project / "steps.py")
    (project / "train.py").write_text(ONCE, encoding="utf-8")
    second = lint(project / "steps.py")
    assert first != second == lint_without(project / "steps.py")
    (project / "train.py").write_text(TRAIN, encoding="utf-8")
    assert lint(project / "steps.py") == first
    # The first one, the other one, and the same without the cache.
    assert len(analysed) == 3


def test_who_runs_code_in_a_graph_changed(folder: Path, project: Path) -> None:
    path = project / "noise.py"
    noise = "import random\nimport tensorflow as tf\n\n\ndef noisy(x):\n    return {}\n"
    write(project, {"noise.py": noise.format("tf.exp(x) + random.random()")})
    user = "import tensorflow as tf\nfrom noise import noisy\n\n\n{}def run(x):\n{}"
    plain = "    return noisy(x)\n"
    lifted = "    with tf.init_scope():\n        return noisy(x)\n"
    found = []
    for traced, body in [("@tf.function\n", plain), ("", plain), ("@tf.function\n", lifted)] * 2:
        write(project, {"user.py": user.format(traced, body)})
        found.append(lint(path))
        assert found[-1] == lint_without(path)
    assert any("TFR404" in text for _, _, text in found[0])
    assert found[1] == found[2] == []


def test_what_nothing_was_asked_of_changed(
    folder: Path, project: Path, analysed: list[str]
) -> None:
    lint(project / "steps.py")
    write(project, {"other.py": "import tensorflow as tf\n\nprint(tf.constant(1))\n"})
    lint(project / "steps.py")
    assert analysed == ["steps.py"]


def test_failed_imports_are_asked_again(folder: Path, project: Path, analysed: list[str]) -> None:
    (project / "steps.py").rename(project / "gone.py")
    assert lint(project / "train.py") == []
    (project / "gone.py").rename(project / "steps.py")
    assert lint(project / "train.py") == lint_without(project / "train.py")


def test_settings_and_codes_have_entries_of_their_own(
    folder: Path, project: Path, analysed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = lint(project / "steps.py")
    monkeypatch.setattr(Plugin, "codes", frozenset({"TFR403"}))
    assert lint(project / "steps.py") != first
    monkeypatch.setattr(Plugin, "settings", Settings(("common.function",)))
    lint(project / "steps.py")
    assert len(analysed) == 3


def test_the_content_of_a_profile_counts(
    folder: Path, project: Path, monkeypatch: pytest.MonkeyPatch, analysed: list[str]
) -> None:
    path = project / "traces.json"
    monkeypatch.setattr(Plugin, "settings", Settings(profile=str(path)))
    types = {"n": [profiles.python(number) for number in range(9)]}
    retraced = profiles.seen("step", types, profiles.group("python_value", "n"))
    found = []
    (project / "train.py").unlink()
    for one in (retraced, profiles.seen("step", {})) * 2:
        profiles.write_profile(path, "steps.py", STEPS, one)
        found.append(lint(project / "steps.py"))
    assert found[0] != found[1]
    assert found[:2] == found[2:]
    assert len(analysed) == 2


def test_files_without_a_chance_have_no_entry(folder: Path, project: Path) -> None:
    write(project, {"plain.py": "print(1)\n"})
    lint(project / "plain.py")
    assert not folder.exists()


def test_a_file_is_known_by_its_content(folder: Path, project: Path, analysed: list[str]) -> None:
    lint(project / "steps.py")
    for path in project.glob("*.py"):
        os.utime(path, (1e9, 1e9))
    lint(project / "steps.py")
    assert analysed == ["steps.py"]


def test_files_that_did_not_change_are_not_read(
    folder: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(modules, "_SETTLED", -1)
    first = [lint(project / name) for name in ("steps.py", "train.py")]

    def fails(path: str) -> None:
        raise AssertionError(path)

    monkeypatch.setattr(modules, "_notebook", fails)
    monkeypatch.setattr(modules, "_imports_if_read", fails)
    assert [lint(project / name) for name in ("steps.py", "train.py")] == first


# every read of the disk is a question


@pytest.fixture
def unasked(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the paths that are looked at on the way to a result, but in answer to no question."""
    found: set[str] = set()

    def noted(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *arguments: Any, **named: Any) -> Any:
            if questions._TRACE.get() is not None and not isinstance(path, int):
                found.add(str(Path(path).absolute()))
            return function(path, *arguments, **named)

        return call

    for module, name in [
        *((os, name) for name in ("stat", "lstat", "scandir", "listdir", "open", "readlink")),
        (io, "open"),
        (builtins, "open"),
    ]:
        monkeypatch.setattr(module, name, noted(getattr(module, name)))
    return found


def test_every_read_is_a_question(
    folder: Path, tmp_path: Path, unasked: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an analysis finds on the disk can be asked again: a text, or a question."""
    stored: list[Any] = []
    monkeypatch.setattr(cache, "store", lambda _, value: stored.append(value))
    analyse = Plugin._analysed

    def from_nothing(plugin: Plugin, *arguments: Any) -> Any:
        # What was found out before, on the way to what the analysis is given.
        forget()
        unasked.clear()
        return analyse(plugin, *arguments)

    monkeypatch.setattr(Plugin, "_analysed", from_nothing)
    for name, function in list(vars(modules).items()):
        # Nor what was looked at for a question.
        if hasattr(function, "cache_clear"):
            monkeypatch.setattr(modules, name, function.__wrapped__)
    monkeypatch.setattr(requirements, "entries", modules.entries)
    found = 0
    for seed in range(40):
        root = tmp_path / f"project{seed}"
        Generator(seed).begin(root)
        for path in sorted(root.rglob("*.py")):
            stored.clear()
            unasked.clear()
            lint(path)
            # Tables of facts are dicts.
            asked = [
                question for value in stored if isinstance(value, list) for question in value[0][1]
            ]
            texts = {question[1] for question, _ in asked if question[0].endswith("._text")}
            inside = {name for name in unasked if name.startswith(str(root))}
            assert inside <= texts
            found += len(inside)
    assert found > 100


# as without


class Generator:
    """Writes small projects, and edits them: a file consists of parts, each in some variants."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.pick = self.chance.choice
        self.parts: dict[str, list[str]] = {}

    NAMES = ("steps", "train", "pkg/__init__", "pkg/inner")
    REQUIREMENTS = ("tensorflow>=2.16", "tensorflow==2.4", "tensorflow<2.9\n", "tf-keras", "")
    DEFINITIONS: ClassVar = {
        "step": (
            "@tf.function\ndef step(x, n):\n    return x * n\n",
            "@tf.function(experimental_relax_shapes=True)\ndef step(x, n=1):\n    return x\n",
            "def step(x, n):\n    return x\n",
        ),
        "helper": (
            "def helper(x, n):\n    return step(x, n)\n",
            "def helper(x, n):\n    for _ in range(3):\n        step(x, n)\n",
            "helper = tf.function(step)\n",
        ),
        "noisy": (
            "def noisy(x):\n    return x + random.random()\n",
            "def noisy(x):\n    return x\n",
        ),
        "run": (
            "@tf.function\ndef run(x):\n    return noisy(x)\n",
            "@tf.function\ndef run(x):\n    with tf.init_scope():\n        return noisy(x)\n",
            "def run(x):\n    return noisy(x)\n",
        ),
        "Net": (
            "class Net(tf.keras.Model):\n    def call(self, x):\n        if x > 0:\n"
            "            return x\n        return noisy(x)\n",
            "class Net:\n    def predict(self, x):\n        return x\n",
        ),
        "Holder": (
            "class Holder:\n    def __init__(self):\n        self.count = 0\n\n"
            "    @tf.function\n    def step(self, x):\n        return x * self.count\n",
            "class Holder:\n    def __init__(self):\n        self.count = 0\n\n"
            "    @tf.function\n    def step(self, x):\n        self.count += 1\n"
            "        return x\n",
        ),
        "LIMIT": ("LIMIT = 2\n", "LIMIT = 9\n"),
        "adam": (
            "def adam():\n    return tf.keras.optimizers.Adam(lr=0.1)\n",
            "def adam():\n    return tf.keras.optimizers.Adam(learning_rate=0.1)\n",
        ),
    }
    USES: ClassVar = {
        "step": ("for i in range(LIMIT):\n    {}(1.0, i)\n", "{}(1.0, 1)\n"),
        "helper": (
            "for i in range(9):\n    {}(1.0, i)\n",
            "def outer(n):\n    return {}(1.0, n)\n",
            "def loop(n):\n    for i in range(9):\n        {}(tf.ones([i]), n)\n",
        ),
        "noisy": ("@tf.function\ndef again(x):\n    return {}(x)\n",),
        "run": ("{}(1.0)\n",),
        "Net": ("model = {}()\nfor i in range(9):\n    model.predict(i)\n",),
        "Holder": ("holder = {}()\nholder.count = 5\nholder.step(1.0)\n",),
        "LIMIT": ("for i in range({}):\n    step(1.0, i)\n",),
        "adam": ("optimizer = {}()\n",),
    }

    def definition(self, member: str) -> str:
        return self.pick(self.DEFINITIONS[member])

    def use(self) -> str:
        """Return an import of what a file may define, and what is done with it."""
        member = self.pick([*self.DEFINITIONS])
        defining = [
            name
            for name, parts in self.parts.items()
            if any(part in self.DEFINITIONS[member] for part in parts)
        ]
        name = self.pick(defining if defining and self.chance.random() < 0.8 else self.NAMES)
        source = name.removesuffix("/__init__").replace("/", ".")
        form, bound = self.pick(
            [
                (f"from {source} import {member}\n", member),
                (f"from {source} import {member}\n", member),
                (f"from {source} import {member} as given\n", "given"),
                (f"from {source} import *\n", member),
                (f"from .{source.rpartition('.')[2]} import {member}\n", member),
                (f"import {source}\n", f"{source}.{member}"),
                ("from pkg import inner\n", f"inner.{member}"),
            ]
        )
        return form + "\n" + self.pick(self.USES[member]).format(bound)

    def write(self, root: Path, *names: str) -> None:
        head = "import random\nimport tensorflow as tf\n"
        write(root, {f"{name}.py": "\n".join([head, *self.parts[name]]) for name in names})

    def begin(self, root: Path) -> None:
        write(root, {"setup.cfg": "", "requirements.txt": self.pick(self.REQUIREMENTS)})
        for name in self.NAMES:
            members = self.chance.sample([*self.DEFINITIONS], 3)
            self.parts[name] = [self.definition(member) for member in members]
        for parts in self.parts.values():
            parts += [self.use() for _ in range(self.chance.randrange(3))]
        self.write(root, *self.NAMES)

    def edit(self, root: Path) -> None:
        """Change something about the project."""
        name = self.pick(self.NAMES)
        parts, at = self.parts[name], self.chance.randrange(len(self.parts[name]))
        kind = self.chance.randrange(13)
        if kind < 6:
            same = [m for m, variants in self.DEFINITIONS.items() if parts[at] in variants]
            parts[at] = self.definition(same[0]) if same else self.use()
        elif kind == 6:
            parts.append(self.use())
        elif kind == 7:
            parts[at] = self.definition(self.pick([*self.DEFINITIONS]))
        elif kind == 8:
            other = self.pick(self.NAMES)
            self.parts[name], self.parts[other] = self.parts[other], self.parts[name]
            self.write(root, other)
        elif kind == 9:
            for path in (root / f"{name}.py", root / "pkg/requirements.txt"):
                path.unlink(missing_ok=True)
            return
        elif kind == 10:
            write(root, {"requirements.txt": self.pick(self.REQUIREMENTS)})
        elif kind == 11:
            write(root, {"pkg/requirements.txt": self.pick(self.REQUIREMENTS)})
            write(root, {"notes.ipynb": self.pick(["count", ""])})
        else:
            folder = root / self.pick(["steps", "train", "tensorflow", "pkg/inner", "pkg/.git"])
            shutil.rmtree(folder) if folder.exists() else folder.mkdir()
        self.write(root, name)


@pytest.mark.parametrize("seed", range(8))
def test_after_any_edit_as_without(
    seed: int, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, analysed: list[str]
) -> None:
    # Files are changed faster here than clocks show; the test sets the times itself.
    monkeypatch.setattr(modules, "_SETTLED", -(10**18))
    times = itertools.count(10**18, 10**9)
    generator = Generator(seed)
    root = tmp_path / "work"
    generator.begin(root)
    hits = 0
    for _ in range(30):
        for path in root.rglob("*"):
            # The time of the last change of anything about a file is the clock's.
            if path.is_file() and path.stat().st_mtime_ns > 15 * 10**17:
                os.utime(path, ns=(0, next(times)))
        for path in sorted(root.rglob("*.py")):
            analysed.clear()
            found = lint(path)
            assert found == lint_without(path), path
            hits += len(analysed) == 1
        generator.edit(root)
    assert hits > 5


# the folder


def test_nothing_is_kept_where_the_option_says_so(project: Path, folder: Path) -> None:
    assert flake8(project, folder, "--tfretrace-no-cache", ".") == flake8(project, folder, ".")
    shutil.rmtree(folder)
    found = flake8(project, folder, "--tfretrace-no-cache", ".")
    write(project, {"setup.cfg": "[flake8]\ntfretrace-no-cache = true\n"})
    assert flake8(project, folder, ".", isolated=False) == found
    assert not folder.exists()


def damaged(path: Path, how: str) -> None:
    data = path.read_bytes()
    if how == "empty":
        path.write_bytes(b"")
    elif how == "cut":
        path.write_bytes(data[: len(data) // 2])
    elif how == "changed":
        path.write_bytes(data.replace(b"TFR101", b"TFR999").replace(b'"', b"'", 1) + b" ")
    elif how == "text":
        path.write_bytes(b"\xff" * 100)
    else:
        path.unlink()
        path.mkdir()


@pytest.mark.parametrize("how", ["empty", "cut", "changed", "text", "folder"])
def test_damaged_entries_are_none(
    how: str, folder: Path, project: Path, analysed: list[str]
) -> None:
    first = lint(project / "steps.py")
    for path in entries(folder):
        damaged(path, how)
    assert lint(project / "steps.py") == first
    lint(project / "steps.py")
    assert len(analysed) == (3 if how == "folder" else 2)


@pytest.mark.parametrize("kind", ["file", "read-only", "full"])
def test_a_folder_that_cannot_be_written(
    kind: str, folder: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = lint_without(project / "steps.py")
    if kind == "file":
        folder.write_text("")
    elif kind == "full":

        def fails(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "replace", fails)
    else:
        folder.mkdir(mode=0o500)
        if os.access(folder, os.W_OK):
            cache.use("/proc/none")
    assert lint(project / "steps.py") == lint(project / "steps.py") == expected
    # Nothing is left of what could not be finished.
    assert kind != "full" or not entries(folder)


def test_unused_entries_go_once_a_day(folder: Path, project: Path) -> None:
    lint(project / "steps.py")
    used = entries(folder)
    unused = [folder / "ab" / ("1" * 30), folder / "ab" / ("2" * 30 + "." + "3" * 16)]
    foreign = [folder / "ab/mine.py", folder / "mine" / ("1" * 30)]
    write(folder, {str(path.relative_to(folder)): "" for path in (*unused, *foreign)})
    fresh = folder / "ab" / ("4" * 30)
    old = time.time() - 31 * 86400
    for path in (*used, *unused, *foreign):
        os.utime(path, (old, old))
    fresh.write_text("")
    # What is asked for is in use.
    lint(project / "steps.py")

    def store_another(text: str) -> None:
        cache._remove_unused.cache_clear()
        (project / "steps.py").write_text(text, encoding="utf-8")
        lint(project / "steps.py")

    store_another(STEPS + "\n")
    assert all(path.exists() for path in (*used, *unused, *foreign, fresh))
    os.utime(folder / "cleaned", (old, old))
    store_another(STEPS + "\n\n")
    assert all(path.exists() for path in (*used, *foreign, fresh))
    assert not any(path.exists() for path in unused)


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/flake8-tfretrace"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, "/home/me/.cache/flake8-tfretrace"),
        ("linux", {}, "/home/me/.cache/flake8-tfretrace"),
        ("darwin", {}, "/home/me/Library/Caches/flake8-tfretrace"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/flake8-tfretrace"),
        ("linux", {"TFRETRACE_CACHE_DIR": "/own", "XDG_CACHE_HOME": "/x"}, "/own"),
        ("linux", {"HOME": "nowhere"}, None),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="paths as on POSIX")
def test_user_folder(
    platform: str,
    variables: dict[str, str],
    expected: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("TFRETRACE_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/me", **variables}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert cache.user_folder() == expected


# as flake8 runs it


def flake8(
    root: Path, folder: Path, *arguments: str, stdin: str | None = None, isolated: bool = True
) -> list[str]:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "flake8", "--select=TFR1"),
            *(["--isolated"] if isolated else []),
            *arguments,
        ],
        cwd=root,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TFRETRACE_CACHE_DIR": str(folder)},
    )
    assert done.stderr == ""
    return sorted(line.removeprefix("./") for line in done.stdout.splitlines())


def test_however_flake8_is_run(folder: Path, project: Path) -> None:
    """One process or many, the whole project or some files, cold or warm, at once or in turn."""
    for number in range(20):
        steps = STEPS.replace("helper", f"helper{number}")
        train = TRAIN.replace("helper", f"helper{number}").replace("steps", f"steps{number}")
        write(project, {f"steps{number}.py": steps, f"train{number}.py": train})
    expected = flake8(project, folder, "--tfretrace-no-cache", ".")
    assert len(expected) == 21
    command = [sys.executable, "-m", "flake8", "--isolated", "--select=TFR1", "-j8", "."]
    env = {**os.environ, "TFRETRACE_CACHE_DIR": str(folder)}
    at_once = [
        subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, text=True, env=env)
        for _ in range(3)
    ]
    for process in at_once:
        lines, _ = process.communicate()
        assert sorted(line.removeprefix("./") for line in lines.splitlines()) == expected
    assert flake8(project, folder, "-j1", ".") == flake8(project, folder, "-j8", ".") == expected
    some = [line for line in expected if line.startswith(("steps.py", "steps3.py"))]
    assert flake8(project, folder, "steps.py", "steps3.py") == some
    shutil.rmtree(folder)
    assert flake8(project, folder, "steps.py", "steps3.py") == some
    assert flake8(project, folder, str(project / "steps.py")) == [
        str(project / line) for line in some if line.startswith("steps.py")
    ]


def test_standard_input_wins_and_is_not_stored(folder: Path, project: Path) -> None:
    (project / "train.py").unlink()
    assert flake8(project, folder, "steps.py") == []
    as_once, text = ("--stdin-display-name=once.py", "-"), f"{TRAIN}unsaved = 1\n"
    found = flake8(project, folder, *as_once, "steps.py", stdin=text)
    assert any(line.startswith("steps.py:10") for line in found)
    without = "--tfretrace-no-cache"
    assert found == flake8(project, folder, without, *as_once, "steps.py", stdin=text)
    # A text that is no file's.
    own = STEPS + text.removeprefix("from steps import helper\n")
    assert flake8(project, folder, "-", stdin=own) != []
    assert not any(b"TFR101" in path.read_bytes() for path in entries(folder))
    assert not any(b"unsaved" in path.read_bytes() for path in entries(folder))
    assert flake8(project, folder, "steps.py") == []


def test_entries_are_json(folder: Path, project: Path) -> None:
    lint(project / "steps.py")
    for path in entries(folder):
        json.loads(path.read_bytes()[32:])
