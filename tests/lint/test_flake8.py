"""The plugin as flake8 runs it: positions, configuration, suppression, and files of every kind."""

from __future__ import annotations

import ast
import logging
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from flake8_tfretrace import check
from flake8_tfretrace.plugin import Plugin

HEAD = """\
import tensorflow as tf


@tf.function
def step(x):
    return x * 2.0


@tf.function
def unpinned(x):
    return tf.exp(x)


"""

LOOP = f"{HEAD}for i in range(9):\n"
"""What a test puts into the loop begins at line 15."""

CALL = f"{LOOP}    step(i)\n"

FOUND = ["a.py:15:10: TFR101"]
"""What ``CALL`` gives by default."""

BOTH = ["a.py:9:2: TFR202", *FOUND]
"""What it gives with the opt-in codes."""


def flake8(
    folder: Path,
    *arguments: str,
    files: dict[str, str] | None = None,
    stdin: str | None = None,
    isolated: bool = True,
) -> list[str]:
    """Write ``files``, run flake8 in ``folder`` and return ``path:line:column: code`` lines."""
    for name, text in (files or {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    done = run(folder, *(["--isolated"] if isolated else []), *arguments, stdin=stdin)
    assert done.stderr == ""
    found = [":".join(line.split(":")[:3]) + ": " + code(line) for line in lines(done.stdout)]
    assert done.returncode == (1 if found else 0)
    return found


def run(
    folder: Path, *arguments: str, stdin: str | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "flake8", *arguments],
        cwd=folder,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def lines(output: str) -> Sequence[str]:
    return [line.removeprefix("./") for line in output.splitlines()]


def code(line: str) -> str:
    return line.split(": ", 1)[1].split()[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder whose path has none of the names that make a file test code."""
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


def test_the_message_is_shown(folder: Path) -> None:
    (folder / "a.py").write_text(CALL, encoding="utf-8")
    done = run(folder, "--isolated", "a.py")
    assert done.stdout == (
        "a.py:15:10: TFR101 'i' is a Python int that changes per iteration: "
        "step retraces for every value; pass tf.constant(i)\n"
    )


def test_version_names_the_plugin(folder: Path) -> None:
    assert "flake8-tfretrace: " in run(folder, "--version").stdout


@pytest.mark.parametrize(
    ("body", "column"),
    [
        ("    step(i)", 10),
        ('    s = "é"; step(i)', 19),
        ('    s = "漢字𝔘"; step(i)', 21),
        ("    step(\n        i)", 9),
        ("\tstep(i)", 7),
        ("\té = '\t'; step(i)", 16),
    ],
)
def test_columns(folder: Path, body: str, column: int) -> None:
    """flake8 shows 1-based columns, counted in characters."""
    lineno = 15 + body.count("\n")
    found = flake8(folder, "--select=TFR101", files={"a.py": f"{LOOP}{body}\n"})
    assert found == [f"a.py:{lineno}:{column}: TFR101"]


def test_stdin(folder: Path) -> None:
    assert flake8(folder, "-", stdin=CALL) == ["stdin:15:10: TFR101"]
    named = flake8(folder, "--stdin-display-name=pkg/a.py", "-", stdin=CALL)
    assert named == ["pkg/a.py:15:10: TFR101"]


def test_stdin_named_as_a_test_is_test_code(folder: Path) -> None:
    assert flake8(folder, "--stdin-display-name=test_a.py", "-", stdin=CALL) == []


def test_jobs_agree(folder: Path) -> None:
    files = {f"{name}.py": CALL for name in "abcdefgh"}
    one = flake8(folder, "-j1", "--extend-select=TFR202", files=files)
    assert len(one) == 16
    assert flake8(folder, "-j2", "--extend-select=TFR202") == one


@pytest.mark.parametrize("comment", ["noqa", "noqa: TFR101", "noqa: TFR1", "noqa:E501,TFR1"])
def test_noqa(folder: Path, comment: str) -> None:
    assert flake8(folder, files={"a.py": f"{LOOP}    step(i)  # {comment}\n"}) == []


@pytest.mark.parametrize("comment", ["noqa: TFR2", "noqa: E501"])
def test_noqa_for_other_codes(folder: Path, comment: str) -> None:
    assert flake8(folder, files={"a.py": f"{LOOP}    step(i)  # {comment}\n"}) == FOUND


def test_disabled_noqa(folder: Path) -> None:
    files = {"a.py": f"{LOOP}    step(i)  # noqa\n"}
    assert flake8(folder, "--disable-noqa", files=files) == FOUND


@pytest.mark.parametrize(
    ("comment", "found"),
    [
        ("# flake8: noqa", []),
        # Any such line silences the whole file, whatever codes it names: that is flake8's rule.
        ("# flake8: noqa: TFR2", []),
        # Only at the start of a line.
        ("x = 1  # flake8: noqa", FOUND),
    ],
)
def test_noqa_for_the_file(folder: Path, comment: str, found: list[str]) -> None:
    assert flake8(folder, files={"a.py": f"{CALL}{comment}\n"}) == found


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ([], FOUND),
        (["--ignore=TFR101"], []),
        (["--ignore=TFR"], []),
        (["--extend-ignore=TFR1"], []),
        # A written-out ignore replaces flake8's default one, and switches nothing on.
        (["--ignore=E501"], FOUND),
        (["--select=E"], []),
        (["--select=TFR"], BOTH),
        (["--select=T"], BOTH),
        (["--select=TFR0"], FOUND),
        (["--extend-select=TFR0"], FOUND),
        (["--select=TFR202,TFR0"], BOTH),
        (["--extend-ignore=TFR0", "--extend-select=TFR202"], BOTH[:1]),
        (["--per-file-ignores=a.py:TFR0"], []),
        (["--tfretrace-severity=error"], []),
        (["--tfretrace-severity=warning"], FOUND),
        (["--select=TFR1"], FOUND),
        (["--select=TFR202"], BOTH[:1]),
        (["--extend-select=TFR202"], BOTH),
        (["--extend-select=TFR2"], BOTH),
        (["--extend-select=TFR", "--extend-ignore=TFR202"], FOUND),
        (["--extend-select=E9"], FOUND),
        (["--per-file-ignores=a.py:TFR101"], []),
        (["--per-file-ignores=b.py:TFR101"], FOUND),
        (["--extend-select=TFR202", "--per-file-ignores=a.py:TFR101"], BOTH[:1]),
        (["--exclude=a.py"], []),
    ],
    ids=" ".join,
)
def test_selection(folder: Path, arguments: list[str], found: list[str]) -> None:
    assert flake8(folder, *arguments, files={"a.py": CALL}) == found


@pytest.mark.parametrize("name", ["setup.cfg", "tox.ini", ".flake8"])
@pytest.mark.parametrize(
    ("option", "found"),
    [
        ("ignore = E501", FOUND),
        ("extend-select = TFR202", BOTH),
        ("select = TFR1,TFR2", BOTH),
        ("select = TFR0", FOUND),
        ("per-file-ignores =\n    a.py: TFR1", []),
    ],
)
def test_configuration_files(folder: Path, name: str, option: str, found: list[str]) -> None:
    files = {"a.py": CALL, name: f"[flake8]\n{option}\n"}
    assert flake8(folder, files=files, isolated=False) == found


@pytest.mark.parametrize("name", ["tfretrace-traced-decorators", "tfretrace-keras-models"])
@pytest.mark.parametrize("value", ["@common.function", "common.function()", "1x"])
def test_a_name_that_is_none_is_told(folder: Path, name: str, value: str) -> None:
    (folder / "a.py").write_text(CALL)
    command = [sys.executable, "-m", "flake8", "--isolated", f"--{name}={value}", "a.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert f"--{name}: " in done.stdout + done.stderr
    assert "is not a dotted name" in done.stdout + done.stderr


DECORATED = CALL.replace(
    "import tensorflow as tf", "import tensorflow as tf\nfrom lib import common"
)
DECORATED = DECORATED.replace("@tf.function", "@common.traced")


def test_traced_decorators(folder: Path) -> None:
    assert flake8(folder, files={"a.py": DECORATED}) == []
    found = ["a.py:16:10: TFR101"]
    assert flake8(folder, "--tfretrace-traced-decorators=common.traced,other.f") == found
    configured = "[flake8]\ntfretrace-traced-decorators =\n    other.f,\n    common.traced\n"
    (folder / "tox.ini").write_text(configured, encoding="utf-8")
    assert flake8(folder, isolated=False) == found
    assert flake8(folder, "-j2", isolated=False, files={"b.py": CALL}) == [
        *found,
        "b.py:15:10: TFR101",
    ]


PREDICTS = """\
import tensorflow as tf
from lib import Scorer

scorer = Scorer()
for row in tf.random.normal([999, 1, 8]):
    print(scorer.predict(row))
"""


def test_keras_models(folder: Path) -> None:
    assert flake8(folder, files={"a.py": PREDICTS}) == []
    found = ["a.py:6:11: TFR601"]
    assert flake8(folder, "--tfretrace-keras-models=Scorer") == found
    configured = "[flake8]\ntfretrace-keras-models = Scorer\n"
    (folder / "setup.cfg").write_text(configured, encoding="utf-8")
    assert flake8(folder, isolated=False) == found


@pytest.mark.parametrize(
    "data",
    [
        f"# -*- coding: latin-1 -*-\n{LOOP}    'é'; step(i)\n".encode("latin-1"),
        f"\ufeff# A byte order mark\n{LOOP}    'é'; step(i)\n".encode(),
        f"# Windows\n{LOOP}    'é'; step(i)\n".replace("\n", "\r\n").encode(),
        f"# A form feed\n\f{LOOP}    'é'; step(i)\n".encode(),
        f"# No newline at the end\n{LOOP}    'é'; step(i)".encode(),
    ],
    ids=["latin-1", "bom", "crlf", "form feed", "no newline"],
)
def test_encodings_and_newlines(folder: Path, data: bytes) -> None:
    (folder / "a.py").write_bytes(data)
    assert flake8(folder, "--select=TFR1,E9") == ["a.py:16:15: TFR101"]


@pytest.mark.parametrize("text", ["", "\n", "# tensorflow\n", '"""keras"""'])
def test_nothing_in_the_file(folder: Path, text: str) -> None:
    assert flake8(folder, "--select=TFR,E9,F", files={"a.py": text}) == []


def test_syntax_error_is_flake8s(folder: Path) -> None:
    files = {"a.py": f"{CALL}def f(:\n", "b.py": CALL}
    found = flake8(folder, "--select=TFR1,E9", files=files)
    assert found == ["a.py:16:8: E999", "b.py:15:10: TFR101"]


def test_long_file(folder: Path) -> None:
    loop = "for i{0} in range({1}, {1} + 9):\n    step(i{0})\n" + "x = 1\n" * 98
    text = HEAD + "".join(loop.format(n, 9 * n) for n in range(200))
    assert text.count("\n") > 20_000
    found = flake8(folder, "--select=TFR1,E9", files={"a.py": text})
    assert found == [f"a.py:{line}:10: TFR101" for line in range(15, 20_000, 100)]


def test_deep_expression(folder: Path) -> None:
    """As deep as flake8's own checks go."""
    argument = " + ".join(["i"] * 250)
    files = {"a.py": f"{LOOP}    step({argument})\n    step(i)\n"}
    assert flake8(folder, "--select=TFR,E9,F", files=files)[-1] == "a.py:16:10: TFR101"


def test_too_deep_expression(caplog: pytest.LogCaptureFixture) -> None:
    """Deeper than Python recurses: a warning, since an exception would end flake8's run."""
    source = f"{CALL}x = {' + '.join(['i'] * 1200)}\n"
    plugin = Plugin(ast.parse(source), source.splitlines(keepends=True), "a.py")
    assert list(plugin.run()) == []
    assert caplog.record_tuples == [
        ("flake8_tfretrace.plugin", logging.WARNING, "a.py: nested too deeply to analyse")
    ]
    with pytest.raises(RecursionError):
        check(source)


LEAK = """\
import tensorflow as tf

outer = []


@tf.function
def remember(x):
    outer.append(x)
    return x


for i in range(9):
    remember(i)
"""


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("model.py", ["TFR403", "TFR101"]),
        ("contest_a.py", ["TFR403", "TFR101"]),
        ("tests/model.py", ["TFR403", "TFR101"]),
        ("test_model.py", ["TFR403"]),
        ("model_test.py", ["TFR403"]),
        ("pkg/conftest.py", ["TFR403"]),
    ],
)
def test_test_files(folder: Path, name: str, codes: list[str]) -> None:
    """Tests retrace on purpose; what gives wrong results is reported in them too."""
    found = flake8(folder, "--select=TFR1,TFR4", files={name: LEAK})
    assert [code(line) for line in found] == codes


def test_test_case_classes(folder: Path) -> None:
    body = """
import unittest


class StepTest(unittest.TestCase):
    def test_steps(self):
        for i in range(9):
            step(i)


class Runner:
    def steps(self):
        for i in range(9):
            step(i)
"""
    files = {"a.py": HEAD + body}
    assert flake8(folder, "--select=TFR1", files=files) == ["a.py:27:18: TFR101"]
