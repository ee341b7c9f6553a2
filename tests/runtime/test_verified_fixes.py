"""``tfretrace-fix --verify``: what a run confirms is kept, the rest is named."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import venv
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tfretrace_fix import cli, verification
from tfretrace_fix.command import Command, CommandError, Run
from tfretrace_fix.run import Options
from tfretrace_fix.tree import Tree
from tfretrace_fix.verification import Verification, verify

from flake8_tfretrace.catalog import DEFAULT_CODES

pytestmark = pytest.mark.usefixtures("modern_project")

PYTHON = sys.executable
ONE = """\
@tf.function(experimental_relax_shapes=True)
def {name}(x):
    return x


"""


def program(*names: str) -> str:
    """Return a program with a function to be fixed for each name."""
    return "import tensorflow as tf\n\n\n" + "".join(ONE.format(name=name) for name in names)


# With TensorFlow

TRAINING = """\
import os
import subprocess
import sys

import tensorflow as tf


@tf.function
def double(x, n):
    return x * tf.cast(n, x.dtype)


for n in range(3):
    print(double(tf.ones([2]), n).numpy())
if len(sys.argv) == 1:
    subprocess.run([sys.executable, __file__, "child"], check=True)
    sys.stdout.flush()
    os._exit(0)
"""


def fix(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [PYTHON, "-m", "tfretrace_fix", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def test_a_good_fix_takes_two_runs(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(TRAINING)
    (tmp_path / "other.py").write_text(program("f"))
    done = fix("--verify", f"{PYTHON} train.py", "--output-format=json", ".", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    report = json.loads(done.stdout)["verification"]
    # The traces of the child process, too, and of a process that ends without cleaning up.
    assert (report["traces_before"], report["traces_after"], report["runs"]) == (6, 2, 2)
    assert report["not_run"] == ["other.py"]
    assert "double(tf.ones([2]), tf.constant(n))" in (tmp_path / "train.py").read_text()
    assert "reduce_retracing" in (tmp_path / "other.py").read_text()


def test_fixes_of_two_files_are_kept_or_dropped_together(tmp_path: Path) -> None:
    step = "import tensorflow as tf\n\n\n@tf.function\ndef {0}(x, n):\n    return x * n\n"
    steps, loop = (
        step.format("step"),
        "for i in range(5):\n    print({}(tf.ones([2]), i).numpy())\n",
    )
    # The second program sees whether it is fixed.
    other = steps.replace("return", "assert not tf.is_tensor(n)\n    return")
    (tmp_path / "steps.py").write_text(steps)
    (tmp_path / "other.py").write_text(other)
    train = "import tensorflow as tf\nfrom other import step as other\nfrom steps import step\n"
    train += loop.format("step") + loop.format("other")
    (tmp_path / "train.py").write_text(train)
    done = fix("--verify", f"{PYTHON} train.py", "--output-format=json", ".", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    report = json.loads(done.stdout)["verification"]
    assert (report["traces_before"], report["traces_after"]) == (10, 6)
    assert (tmp_path / "train.py").read_text() == train.replace(
        "step(tf.ones([2]), i)", "step(tf.ones([2]), tf.constant(i))"
    )
    assert (tmp_path / "steps.py").read_text() == steps.replace(
        "    return", "    n = tf.cast(n, x.dtype)\n    return"
    )
    assert (tmp_path / "other.py").read_text() == other


def test_a_fix_of_another_file_alone_is_verified(tmp_path: Path) -> None:
    steps = "import tensorflow as tf\n\n\n@tf.function\ndef step(x):\n    return x * 2.0\n"
    train = "import tensorflow as tf\nfrom steps import step\n\n"
    train += "for n in range(1, 5):\n    print(step(tf.ones([n])).numpy())\n"
    (tmp_path / "steps.py").write_text(steps)
    (tmp_path / "train.py").write_text(train)
    options = ["--unsafe-fixes", "--output-format=json", "."]
    done = fix("--verify", f"{PYTHON} train.py", *options, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    report = json.loads(done.stdout)
    verification = report["verification"]
    assert (verification["traces_before"], verification["traces_after"]) == (4, 1)
    assert "tf.TensorSpec([None], tf.float32)" in (tmp_path / "steps.py").read_text()
    assert report["summary"]["fixed"] == 1


# The search, with a program that is not run


class Fake(Command):
    """Stands for a command: ``judge`` says what a text gives."""

    def __init__(self, judge: Callable[[str], Run]) -> None:
        self.judge = judge
        self.runs = 0
        self._compare = None

    def __exit__(self, *_: object) -> None: ...

    def run(self, texts: Mapping[Path, bytes], timeout: float | None = None) -> Run:
        self.runs += 1
        return self.judge("".join(text.decode() for text in texts.values()))


def seen(output: str = "", traces: int = 9, **others: Any) -> Run:
    run = Run(0, output, "Traceback:\nE: x\n", None, +Counter(f=traces), frozenset(), (), 1.0)
    return replace(run, **others)


Judge = Callable[[str], Run]


@pytest.fixture
def search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Judge], tuple[list[str], Verification]]:
    """Return a function that fixes ``a.py``, functions a to h, with a fake command."""
    monkeypatch.chdir(tmp_path)
    Path("a.py").write_text(program(*"abcdefgh"))

    def run(judge: Judge) -> tuple[list[str], Verification]:
        fake = Fake(judge)
        monkeypatch.setattr(verification, "Command", lambda *_: fake)
        files = [("a.py", DEFAULT_CODES)]
        outcomes, result = verify(Options(), files, "python a.py", None, lambda _: None)
        assert result.runs == fake.runs
        return [item.reason for item in outcomes["a.py"].left], result

    return run


def fixed(text: str) -> set[str]:
    """Return the names of the functions that are fixed in a text."""
    parts = text.split("@tf.function(reduce_retracing=True)\ndef ")[1:]
    return {part[0] for part in parts}


Search = Callable[[Judge], tuple[list[str], Verification]]


def test_all_good(search: Search) -> None:
    reasons, result = search(lambda text: seen(traces=3 if text else 9))
    assert (reasons, result.runs) == ([], 2)
    assert (result.traces_before, result.traces_after) == (9, 3)
    assert fixed(Path("a.py").read_text()) == set("abcdefgh")


@pytest.mark.parametrize("bad", [*"abcdefgh", "ah", "abcd", "aceg", "abcdefgh"])
def test_bad_fixes_are_found(search: Search, bad: str) -> None:
    def judge(text: str) -> Run:
        return seen("as ever" if not fixed(text) & set(bad) else "changed")

    reasons, result = search(judge)
    assert reasons == [
        "dropped by --verify: line 1 of the output differs: 'as ever' -> 'changed'"
    ] * len(bad)
    assert fixed(Path("a.py").read_text()) == set("abcdefgh") - set(bad)
    # As it is, twice; all; and two per halving, where the left half goes first.
    assert result.runs <= 3 + 2 * len(bad) * 3


def test_fixes_that_only_fail_together(search: Search) -> None:
    search(lambda text: seen(str({"b", "g"} <= fixed(text))))
    assert fixed(Path("a.py").read_text()) == set("abcdefh")


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (seen(status=3), "the command ends with status 3: E: x"),
        (seen(status=None, seconds=70.0), "the command does not end within 70 s"),
        (seen(traces=10), "there are more traces: f 9 -> 10"),
    ],
)
def test_what_is_bad(search: Search, bad: Run, reason: str) -> None:
    reasons, _ = search(lambda text: bad if "c" in fixed(text) else seen())
    assert reasons == [f"dropped by --verify: {reason}"]


@pytest.mark.parametrize(
    ("runs", "message"),
    [
        ([seen(status=1)], r"fails without any fix \(status 1\): E: x"),
        ([seen(traces=0)], "traces no tf.function"),
        ([seen(traces=0, problems=("no module",))], "cannot be recorded: no module"),
        ([seen("1"), seen("2"), seen("3")], "two runs without any fix do not agree: line 1 of"),
        ([seen("1"), seen("2"), seen("1", traces=8)], "do not agree: 9 traces, then 8 traces"),
    ],
)
def test_a_command_that_shows_nothing(search: Search, runs: list[Run], message: str) -> None:
    left = iter(runs)
    with pytest.raises(CommandError, match=message):
        search(lambda text: next(left))
    assert Path("a.py").read_text() == program(*"abcdefgh")


def test_the_original_must_not_run(search: Search, tmp_path: Path) -> None:
    ran = frozenset({str(tmp_path.resolve() / "a.py")})
    with pytest.raises(CommandError, match=r"not the copy.*set PYTHONPATH to its folder"):
        search(lambda text: seen(files=ran))


def test_a_second_name_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.py").write_text(program("f"))
    Path("b.py").symlink_to("a.py")
    monkeypatch.setattr(verification, "Command", lambda *_: Fake(lambda text: seen()))
    assert cli.main(["--verify", "python b.py", "--isolated", "."]) == 1
    assert fixed(Path("a.py").read_text()) == {"f"}
    assert Path("b.py").is_symlink()


@pytest.mark.parametrize("mode", ["--diff", "--check"])
def test_other_modes_write_nothing(
    search: Search, mode: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "Command", lambda *_: Fake(lambda text: seen()))
    assert cli.main(["--verify", "python a.py", "--isolated", mode, "a.py"]) == 1
    told = capsys.readouterr()
    assert "8 would be fixed in 1 file" in told.out + told.err
    assert "verified with 'python a.py': 9 -> 9 traces" in told.out + told.err
    assert Path("a.py").read_text() == program(*"abcdefgh")


# Real commands, without TensorFlow


@pytest.fixture
def execute(tmp_path: Path) -> Iterator[Callable[..., Run]]:
    """Return a function that runs a command in a copy of a folder."""
    with Tree(tmp_path, [tmp_path / "a.py"]) as tree:

        def run(words: str, compare: Path | None = None, timeout: float | None = None) -> Run:
            with Command(words, tree, compare) as command:
                return command.run({tmp_path / "a.py": b"print('fixed')\n"}, timeout)

        yield run


def test_output_status_and_files(execute: Callable[..., Run], tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("print('not fixed')\n")
    run = execute(f"{PYTHON} a.py")
    assert (run.status, run.output, run.problems) == (0, "fixed\n", ())
    assert [Path(path).name for path in run.files] == ["a.py"]
    run = execute(f"{PYTHON} -c 'import a, sys; sys.exit(4)'")
    assert (run.status, run.output) == (4, "fixed\n")


def test_what_the_import_path_has_of_the_tree_is_the_copy(
    execute: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "experiments").mkdir()
    (tmp_path / "experiments" / "run.py").write_text("import a\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *_python_path()]))
    assert execute(f"{PYTHON} experiments/run.py").output == "fixed\n"


def _python_path() -> list[str]:
    return list(filter(None, [os.environ.get("PYTHONPATH")]))


def test_the_environments_own_start_up_code_runs(
    execute: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "sitecustomize.py").write_text("import builtins\nbuiltins.own = 'ran'\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(own), *_python_path()]))
    run = execute(f"{PYTHON} -c 'import sys; print(own, sys.modules[\"sitecustomize\"].__file__)'")
    name, file = run.output.split()
    assert (name, Path(file).parent.name) == ("ran", "own")
    assert run.problems == ()


def test_what_is_not_recorded_is_told(
    execute: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    for words in ("echo hello", f"{PYTHON} -I -c 0"):
        (problem,) = execute(words).problems
        assert problem.startswith("it runs no Python on this machine")
    venv.create(tmp_path / "bare", symlinks=True)
    (problem,) = execute("bare/bin/python -c 0").problems
    assert problem.endswith(
        "bare/bin/python has no module tfretrace; there: pip install 'flake8-tfretrace[verify]'"
    )


def test_a_command_that_does_not_end(execute: Callable[..., Run]) -> None:
    begin = time.monotonic()
    run = execute("bash -c 'sleep 300 & sleep 300'", timeout=0.2)
    assert run.status is None
    assert time.monotonic() - begin < 30


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("no-such-program", "cannot run no-such-program: No such file"),
        ("python 'a", "cannot read the command"),
        ("  ", "the command is empty"),
    ],
)
def test_commands_that_cannot_run(execute: Callable[..., Run], words: str, message: str) -> None:
    with pytest.raises(CommandError, match=message):
        execute(words)


# Results


def test_durations_are_no_results(tmp_path: Path) -> None:
    command = Fake(lambda text: seen())
    assert command.difference(seen("2 passed in 3.21s"), seen("2 passed in 0.4 seconds")) is None
    assert command.difference(seen("loss 3.21"), seen("loss 3.22"))
    assert command.difference(seen("one"), seen("one\ntwo")) == (
        "the output has 2 lines in place of 1"
    )


@pytest.fixture
def difference(tmp_path: Path) -> Callable[[Path, Path], str | None]:
    """Return a function that compares files of results."""

    def compare(before: Path, after: Path) -> str | None:
        command = Fake(lambda text: seen())
        command._compare = Path("results")
        return command.difference(seen(results=before), seen("other", results=after))

    return compare


Difference = Callable[[Path, Path], "str | None"]


def test_arrays_are_compared_by_value(tmp_path: Path, difference: Difference) -> None:
    values = np.arange(3.0)
    before, same, other, single = (tmp_path / f"{n}.npz" for n in ("before", "a", "b", "c"))
    np.savez(before, x=values)
    np.savez_compressed(same, x=values)
    np.savez(other, x=values * (1 + 1e-12))
    np.savez(single, x=values.astype("float32"))
    assert difference(before, same) is None
    assert "['x'][1]" in (difference(before, other) or "")
    assert "float64 -> float32" in (difference(before, single) or "")


def test_json_is_compared_by_value(tmp_path: Path, difference: Difference) -> None:
    before, same, other = (tmp_path / f"{n}.json" for n in ("before", "a", "b"))
    before.write_text('{"loss": 1.0, "steps": 3}')
    same.write_text('{\n  "steps": 3,\n  "loss": 1.00\n}')
    other.write_text('{"loss": 1.5, "steps": 3}')
    assert difference(before, same) is None
    assert difference(before, other) == "b.json differs: b.json['loss']: 1.0 -> 1.5"


def test_other_files_are_compared_by_their_bytes(tmp_path: Path, difference: Difference) -> None:
    before, other = tmp_path / "a.txt", tmp_path / "b.txt"
    before.write_text("1.0")
    other.write_text("1.00")
    assert difference(before, before) is None
    assert "b.txt differs" in (difference(before, other) or "")


def test_results_that_are_no_results(tmp_path: Path, difference: Difference) -> None:
    before, other = tmp_path / "a.json", tmp_path / "b.json"
    before.write_text("{}")
    other.write_text("{")
    with pytest.raises(CommandError, match=r"cannot compare b.json"):
        difference(before, other)


def test_results_are_taken_from_the_copy(execute: Callable[..., Run], tmp_path: Path) -> None:
    results = tmp_path / "results.txt"
    results.write_text("of an earlier run")
    assert execute(f"{PYTHON} -c 0", results).results is None
    assert results.read_text() == "of an earlier run"
    with pytest.raises(CommandError, match=r"nowhere.txt is not in .*, the folder that is copied"):
        execute(f"{PYTHON} -c 0", Path("/nowhere.txt"))


# The command line


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--compare=x.npz", "."], "--compare names what the command of --verify writes"),
        (["--verify=python a.py", "-"], "--verify takes files, not standard input"),
    ],
)
def test_bad_options(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        cli.main(arguments)
    assert message in capsys.readouterr().err


def test_an_error_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(program("f"))
    done = fix("--verify", "no-such-program", "a.py", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        "tfretrace-fix: error: --verify: cannot run no-such-program: No such file or directory; "
        "nothing was changed"
    )
    assert (tmp_path / "a.py").read_text() == program("f")


def test_nothing_to_fix_runs_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    done = fix("--verify", "no-such-program", "a.py", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_interruption_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(program("f"))
    (tmp_path / "slow.py").write_text(
        "import os, pathlib, time\n"
        f"pathlib.Path({str(tmp_path / 'pid')!r}).write_text(str(os.getpid()))\n"
        "time.sleep(300)\n"
    )
    command = [PYTHON, "-m", "tfretrace_fix", "--verify", f"{PYTHON} slow.py", "a.py"]
    process = subprocess.Popen(
        command,
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        # A shell's background jobs ignore the signal, and so do their children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    pid = tmp_path / "pid"
    while not (pid.exists() and pid.read_text()):
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted" in errors
    assert (tmp_path / "a.py").read_text() == program("f")
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)
