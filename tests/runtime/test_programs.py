"""Any program under the harness and the recorder: it must run as Python runs it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tfretrace_fix.configuration import load
from tfretrace_fix.engine import Fixed, FixResult, Work

from flake8_tfretrace.finding import Finding
from tests.runtime.test_verify import wait_for
from tfretrace import cli, verify
from tfretrace.verify import own_files

pytestmark = pytest.mark.usefixtures("modern_project")

PROGRAM = """\
import os
import sys
import time

import tensorflow as tf

import helper

started = time.time()


@tf.function(experimental_relax_shapes=True)
def total(x):
    return tf.reduce_sum(x) * helper.FACTOR


totals = [float(total(tf.ones([int(size)]))) for size in sys.argv[1:]]
print(os.path.basename(__file__), open("data.txt").read(), totals)
print(time.time())
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a program that needs its neighbours."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "helper.py").write_text("FACTOR = 2.0\n", encoding="utf-8")
    (tmp_path / "data.txt").write_text("data", encoding="utf-8")
    script = folder / "program.py"
    script.write_text(PROGRAM, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return script


def test_any_program(program: Path, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    options = ["--runs", "2", "--json", str(report)]
    assert cli.main([*options, str(program), "1", "2", "3"]) == 0
    output = capfd.readouterr().out
    assert "fixed project/program.py:12: TFR203" in output
    assert "not compared, differs from run to run: line 2, started" in output
    (row,) = json.loads(report.read_text())["programs"]
    assert row["passed"]
    assert (row["before"]["traces"], row["after"]["traces"]) == (2, 2)
    assert len(row["before"]["runs"]) == len(row["after"]["runs"]) == 2
    assert program.read_text() == PROGRAM


LAYERS = """\
import tensorflow as tf
\r
\r
@tf.function\r
def scale(x, n):\r
    'Größe: the bytes are not the characters.'\r
    return x * tf.cast(n, x.dtype)\r
\r
\r
def run():\r
    return [scale(tf.ones([2]), n) for n in range(4)]\r
"""
MAIN = """\
import argparse
import sys
from pathlib import Path

from . import layers


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--name")
    options = parser.parse_args()
    print(options.name, Path(layers.__file__).with_name("data.txt").read_text())
    print([part.numpy().tolist() for part in layers.run()])
    return 3


if __name__ == "__main__":
    results = main()
    sys.exit(results)
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a package whose traced function is not in its main module."""
    package = tmp_path / "project" / "package"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "data.txt").write_text("data", encoding="utf-8")
    (package / "layers.py").write_bytes(LAYERS.encode())
    (package / "train.py").write_text(MAIN, encoding="utf-8")
    monkeypatch.chdir(package.parent)
    return package


def test_imported_modules_are_fixed(
    package: Path, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A module of the package, with CRLF; the program ends by sys.exit."""
    report = tmp_path / "report.json"
    options = ["--runs", "1", "--json", str(report)]
    assert cli.main([*options, "-m", "package.train", "--name", "Zoë"]) == 0
    shown = capfd.readouterr()
    assert "fixed package/layers.py:11: TFR101" in shown.out
    assert "before: scale (package/layers.py:4): 4 calls, 4 traces" in shown.out
    assert "after: scale (package/layers.py:4): 4 calls, 1 trace" in shown.out
    assert shown.err == ""
    (row,) = json.loads(report.read_text())["programs"]
    assert row["name"] == "package.train"
    assert [row[when]["runs"][0]["exit_status"] for when in ("before", "after")] == [3, 3]
    assert (package / "layers.py").read_bytes() == LAYERS.encode()


def test_modules_of_others_are_not_fixed(program: Path, tmp_path: Path) -> None:
    """Neither what is excluded, nor what lies outside of the project, nor what is installed."""
    elsewhere = tmp_path / "elsewhere"
    for folder in (elsewhere, tmp_path / "site-packages", program.parent / "vendored"):
        folder.mkdir()
        (folder / "module.py").touch()
    (program.parent / ".flake8").write_text("[flake8]\nextend-exclude = vendored\n")
    os.chdir(program.parent)
    names = [
        "program.py",
        "helper.py",
        "vendored/module.py",
        *(str(tmp_path / folder / "module.py") for folder in ("elsewhere", "site-packages")),
    ]
    assert own_files(names, load()) == ["program.py", "helper.py"]
    main = str(elsewhere / "module.py")
    assert own_files([main, "program.py"], load()) == [main, "program.py"]


def test_other_results_of_a_fixed_module_fail(
    package: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fix(files: Mapping[str, Work], **_: Any) -> dict[str, FixResult]:
        fixed = (Fixed(Finding(1, 0, "TFR101", "x"), safe=True, plan=1),)
        changed = {
            name: work.text.replace("x * tf", "2.0 * x * tf") for name, work in files.items()
        }
        return {name: FixResult(text, fixed, ()) for name, text in changed.items()}

    monkeypatch.setattr(verify, "fix_sources", fix)
    assert cli.main(["--runs", "1", "-m", "package.train"]) == 1
    assert "results equal: line 2 of the output differs" in capfd.readouterr().out


def test_standard_error_is_shown_when_asked_for(
    package: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with (package / "layers.py").open("a") as file:
        file.write("import sys; print('to the user', file=sys.stderr)\n")
    command = ["--runs", "1", str(package / "layers.py")]
    assert cli.main(command) == 1  # Nothing is traced.
    assert capfd.readouterr().err == ""
    assert cli.main(["--verbose", *command]) == 1
    assert "to the user" in capfd.readouterr().err


def test_a_program_that_dies_leaves_its_last_words(
    program: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with program.open("a") as file:
        file.write("print('last words', file=sys.stderr, flush=True)\nos.abort()\n")
    assert cli.main(["--runs", "1", str(program), "1"]) == 1
    output = capfd.readouterr().out
    assert "before runs: Killed: ended by SIGABRT" in output
    assert "last words" in output


def test_a_program_that_fails(program: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--runs", "1", str(program), "no number"]) == 1
    assert "ValueError: invalid literal for int()" in capfd.readouterr().out


def test_a_program_that_traces_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "plain.py"
    script.write_text("print(1)\n", encoding="utf-8")
    assert cli.main(["--runs", "1", str(script)]) == 1
    assert "no tf.function was traced" in capfd.readouterr().out


def test_a_script_goes_by_the_configuration_of_flake8(
    program: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """What flake8 is told to ignore is not fixed."""
    Path(".flake8").write_text("[flake8]\nextend-ignore = TFR203\n", encoding="utf-8")
    assert cli.main(["--runs", "1", str(program), "1"]) == 0
    assert "fixed line" not in capfd.readouterr().out
    Path(".flake8").write_text("[flake8]\ntfretrace-no-such = 1\nmax-line-length = x\n")
    assert cli.main(["--runs", "1", str(program), "1"]) == 2


def test_record_a_program(program: Path) -> None:
    """The program's own output, arguments and status are untouched; the report follows it."""
    with program.open("a") as file:
        file.write("sys.exit(3)\n")
    report = program.with_name("trace.json")
    command = [
        sys.executable,
        "-m",
        "tfretrace",
        "--json",
        str(report),
        str(program),
        "1",
        "2",
        "9",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert done.stdout.startswith("program.py data [2.0, 4.0, 18.0]")
    assert "x: shape (1,) -> (2,)" in done.stderr
    assert "TFR201: give 'x' an input_signature" in done.stderr
    (function,) = json.loads(report.read_text())["functions"]
    assert (function["name"], function["traces"], function["calls"]) == ("total", 2, 3)
    assert function["file"] == "project/program.py"


def test_record_a_module(program: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tfretrace", "-m", "program", "1"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(program.parent)},
    )
    assert done.returncode == 0, done.stderr
    assert "total (" in done.stderr


@pytest.mark.parametrize(
    ("text", "status", "error"),
    [
        ("import sys; sys.exit('a message')", 1, "a message\n"),
        ("import sys; sys.exit()", 0, ""),
        ("import sys; print('x' * 3, file=sys.stderr)", 0, "xxx\n"),
        ("1 / 0", 1, "ZeroDivisionError: division by zero\n"),
        ("raise KeyboardInterrupt", 130, "KeyboardInterrupt\n"),
        ("\ufeffprint('Größe')\r\n", 0, ""),
        ("# -*- coding: latin-1 -*-\nprint('e')", 0, ""),
        ("if __name__ == '__main__':\n    import os; assert os.environ['HOME']", 0, ""),
        (
            "import multiprocessing, math\n"
            "if __name__ == '__main__':\n"
            "    with multiprocessing.get_context('spawn').Pool(1) as pool:\n"
            "        print(pool.map(math.sqrt, [4]))",
            0,
            "",
        ),
        (
            "import sys, __main__\nassert __main__.__file__ == __file__ == sys.path[0] + '/it.py'",
            0,
            "",
        ),
        ("import sys\nassert sys.argv == ['it.py', '-x', '--json'], sys.argv", 0, ""),
        ("import pickle\nclass A: pass\nassert type(pickle.loads(pickle.dumps(A()))) is A", 0, ""),
        ("import dataclasses\n@dataclasses.dataclass\nclass A:\n    x: 'int'\n", 0, ""),
    ],
)
def test_a_recorded_program_does_what_it_does_by_itself(
    tmp_path: Path, text: str, status: int, error: str
) -> None:
    """Output, status and last words are those that Python alone gives."""
    (tmp_path / "it.py").write_bytes(text.encode())
    alone, recorded = (
        subprocess.run(
            [sys.executable, *command, "it.py", "-x", "--json"],
            cwd=tmp_path,
            capture_output=True,
            check=False,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )
        for command in ([], ["-m", "tfretrace"])
    )
    assert recorded.stdout == alone.stdout
    own, _, _ = recorded.stderr.decode().partition("\nNo function was traced.")
    assert own.endswith(error)
    assert recorded.returncode == status
    if status != 130:  # Python ends itself by the signal.
        assert alone.returncode == status
        assert alone.stderr.decode().endswith(error)


def test_interrupted_while_recorded(program: Path) -> None:
    """After Ctrl-C the report says what was traced until then."""
    begun = program.with_name("begun")
    with program.open("a") as file:
        file.write(f"open({str(begun)!r}, 'w')\ntime.sleep(100)\n")
    running = subprocess.Popen(
        [sys.executable, "-m", "tfretrace", str(program), "1", "2"],
        stderr=subprocess.PIPE,
        # A shell starts background jobs with SIGINT ignored, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    wait_for(begun.exists)
    running.send_signal(signal.SIGINT)
    _, error = running.communicate(timeout=60)
    assert running.returncode == 130
    assert b"KeyboardInterrupt" in error
    assert b"x: shape (1,) -> (2,)" in error


def test_caller_and_callee_are_fixed_together(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "steps.py").write_text(
        "import tensorflow as tf\n\n\n@tf.function\ndef step(x, n):\n    return x * n\n"
    )
    (tmp_path / "train.py").write_text(
        "import tensorflow as tf\nfrom steps import step\n\n"
        "for i in range(9):\n    print(step(tf.ones([3]), i).numpy())\n"
    )
    monkeypatch.chdir(tmp_path)
    assert cli.main(["--runs", "1", "--json", "report.json", "train.py"]) == 0
    assert "fixed train.py:5: TFR101" in capfd.readouterr().out
    (row,) = json.loads((tmp_path / "report.json").read_text())["programs"]
    assert (row["before"]["traces"], row["after"]["traces"]) == (9, 1)
