"""The harness: what it passes and what it must not pass."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tfretrace_fix.engine import Fixed, FixResult, fix_source

from flake8_tfretrace.finding import Finding
from flake8_tfretrace.settings import Settings
from tfretrace import cli, verify
from tfretrace.environment import read_environment
from tfretrace.fixture import FixtureError, read_fixture
from tfretrace.html import report_html
from tfretrace.report import Report
from tfretrace.runner import RunResult
from tfretrace.verify import Processes, Verdict, verify_fixture

BEFORE = """import tensorflow as tf

@tf.function
def scale(x, n):
    return x * tf.cast(n, tf.float32)

def main(seed=0):
    return [scale(tf.ones([2]) + seed, n) for n in (1, 2, 3)]
"""
TENSOR_ARGUMENT = ("ones([2]) + seed, n)", "ones([2]) + seed, tf.constant(n))")
FIX_HEADER = "# traces: 3 -> 1\n# fix: safe\n"


@pytest.fixture(scope="module")
def processes() -> Iterator[Processes]:
    """Keep one server of clean processes for all tests."""
    with Processes(timeout=120) as started:
        yield started


Check = Callable[..., Verdict]


@pytest.fixture
def check(processes: Processes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Check:
    """Verify a fixture of a given text with a fixer that makes given replacements."""

    def run(text: str, *replacements: tuple[str, str], stored: str | None = None) -> Verdict:
        def fix(source: str, *_: Any, **__: Any) -> FixResult:
            for old, new in replacements:
                assert old in source
                source = source.replace(old, new)
            fixed = tuple(
                Fixed(Finding(1, 0, "TFR101", "x"), safe=True, plan=1) for _ in replacements
            )
            return FixResult(source, fixed, ())

        monkeypatch.setattr(verify, "fix_source", fix)
        path = tmp_path / "TFR101_case.py"
        path.write_text(text, encoding="utf-8")
        expected = fix(text).text if stored is None else stored
        path.with_suffix(".fixed.py").write_text(expected, encoding="utf-8")
        return verify_fixture(read_fixture(path), processes, repeats=2, settings=Settings())

    return run


def failed(verdict: Verdict) -> dict[str, str]:
    """Return the failed checks and what was seen."""
    return {check.name: check.detail for check in verdict.failures}


def test_a_true_fixture(check: Check) -> None:
    verdict = check(FIX_HEADER + BEFORE, TENSOR_ARGUMENT)
    assert failed(verdict) == {}
    before, after = verdict.before[0], verdict.after[0]
    assert [verify.own_traces(run) for run in (before, after)] == [3, 1]
    assert list(before.results) == ["main()", "main(seed=1)"]
    assert len(after.steady_seconds) == 2
    assert after.steady_traces == 0
    assert before.peak_memory >= before.start_memory > 0
    assert {record.definition.file for record in (*before.own(), *after.own())} == {
        str(verdict.path)
    }


def test_wrong_numbers_in_the_header(check: Check) -> None:
    verdict = check("# traces: 4 -> 2\n# fix: safe\n" + BEFORE, TENSOR_ARGUMENT)
    assert failed(verdict) == {
        "traces before": "the header says 4, measured 3",
        "traces after": "the header says 2, measured 1",
    }


def test_wrong_number_of_library_traces(check: Check) -> None:
    verdict = check("# library traces: 1\n# traces: 3\n" + BEFORE)
    assert failed(verdict) == {"library traces before": "the header says 1, measured 0"}


def test_different_results(check: Check) -> None:
    verdict = check(FIX_HEADER + BEFORE, TENSOR_ARGUMENT, ("x * tf.cast", "2.0 * x * tf.cast"))
    (detail,) = failed(verdict).values()
    assert "results['main()'][0][0]" in detail
    assert "2 of 2 differ" in detail


def test_results_that_differ_only_for_another_seed(check: Check) -> None:
    verdict = check(
        FIX_HEADER + BEFORE, TENSOR_ARGUMENT, ("ones([2]) + seed", "ones([2]) + 2 * seed")
    )
    assert "results['main(seed=1)']" in failed(verdict)["results equal"]


def test_a_fix_that_saves_nothing_is_seen_in_the_counts(check: Check) -> None:
    verdict = check(FIX_HEADER + BEFORE, ("import tensorflow", "import math\nimport tensorflow"))
    assert failed(verdict) == {"traces after": "the header says 1, measured 3"}


def test_a_fix_that_costs_traces(check: Check) -> None:
    verdict = check(
        "# traces: 3 -> 4\n# fix: safe\n" + BEFORE, ("n in (1, 2, 3)]", "n in (1, 2, 3, 4)][:3]")
    )
    assert failed(verdict) == {"no more traces than before": "3 -> 4"}


def test_a_fixer_that_does_nothing(check: Check) -> None:
    assert "fixed" in failed(check(FIX_HEADER + BEFORE))


def test_another_text_than_the_stored_one(check: Check) -> None:
    verdict = check(FIX_HEADER + BEFORE, TENSOR_ARGUMENT, stored="# another\n")
    assert failed(verdict) == {"fixed text": "differs from TFR101_case.fixed.py"}


def test_an_error_before(check: Check) -> None:
    verdict = check("# traces: 0\n" + BEFORE.replace("return x", "return x[5]"))
    assert "ValueError" in failed(verdict)["before runs"]


def test_an_error_that_becomes_a_result(check: Check) -> None:
    raising = BEFORE.replace("return x *", "raise KeyError('it')\n    return x *")
    header = "# traces: 0 (raises KeyError) -> 3\n# before: raises KeyError\n# fix: safe\n"
    verdict = check(header + raising, ("raise KeyError('it')\n    ", ""))
    assert failed(verdict) == {}
    verdict = check(
        header.replace("KeyError", "ValueError") + raising, ("raise KeyError('it')\n", "")
    )
    assert "before raises ValueError" in failed(verdict)


def test_an_error_that_was_announced_and_does_not_come(check: Check) -> None:
    verdict = check("# traces: 3\n# before: raises ValueError\n" + BEFORE)
    assert failed(verdict) == {"before raises ValueError": "no error"}


def test_an_error_after(check: Check) -> None:
    verdict = check(FIX_HEADER + BEFORE, ("def main(seed=0):", "def main(seed=0):\n    1 / 0"))
    assert "ZeroDivisionError" in failed(verdict)["after runs"]


def test_a_fixture_without_results(check: Check) -> None:
    verdict = check(
        FIX_HEADER + BEFORE.replace("return [scale", "[scale"),
        (TENSOR_ARGUMENT[0], TENSOR_ARGUMENT[1]),
    )
    assert failed(verdict) == {}  # None is a value: both returned it.


def test_results_that_cannot_be_compared(check: Check) -> None:
    verdict = check("# traces: 3\n" + BEFORE.replace("return [", "return object(), ["))
    assert "NotComparableError" in failed(verdict)["before runs"]


def test_a_process_that_dies(check: Check) -> None:
    verdict = check(
        "# traces: 0\nimport os\n" + BEFORE.replace("return [", "os.abort()\n    return [")
    )
    assert failed(verdict)["before runs"] == "Killed: ended by SIGABRT"


def test_predictions_are_measured(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    for predicted, wrong in ((3, {}), (2, {"prediction for scale"})):
        finding = Finding(9, 0, "TFR101", "x", function="scale", predicted_traces=predicted)
        monkeypatch.setattr(verify, "check", lambda *_, found=finding, **__: [found])
        verdict = check("# traces: 3\n" + BEFORE)
        assert failed(verdict).keys() == set(wrong)
        assert verdict.predictions[0].measured == 3


def test_a_run_that_takes_too_long(
    processes: Processes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "slow.py"
    path.write_text("# traces: 0\nimport time\ndef main():\n    time.sleep(60)\n")
    monkeypatch.setattr(processes, "timeout", 3.0)
    verdict = verify_fixture(read_fixture(path), processes, repeats=0, settings=Settings())
    assert failed(verdict)["before runs"] == "Timeout: still running after 3 s"


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("", "no line '# traces: N"),
        ("# traces: many\n", "'# traces: many' is not"),
        ("# traces: 1 -> 2 -> 3\n", "is not 'N' or 'N -> M'"),
        ("# traces: 1\n# fix: maybe\n", "'# fix: maybe' is none of"),
        ("# traces: 1\n# before: fails\n", "is not 'raises ErrorName'"),
    ],
)
def test_wrong_headers(tmp_path: Path, header: str, message: str) -> None:
    path = tmp_path / "case.py"
    path.write_text(header + BEFORE, encoding="utf-8")
    with pytest.raises(FixtureError, match="(?s).*" + message.replace("(", r"\(")):
        read_fixture(path)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.py"], "missing.py: No such file"),
        (["--device", "gpu", "{fixture}"], "tf.config.list_physical_devices('GPU') is empty"),
        (["{folder}"], "there is no fixture in"),
        (["{broken}"], "broken.py:1:"),
        (["{fixture}", "{broken}"], "is not a fixture"),
        (["-j", "0", "{fixture}"], "at least 1"),
        (["record", "missing.py"], "missing.py: No such file"),
    ],
)
def test_usage_errors(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "-1")
    (tmp_path / "empty").mkdir()
    files = {name: tmp_path / f"{name}.py" for name in ("fixture", "broken")}
    files["fixture"].write_text("# traces: 3\n" + BEFORE, encoding="utf-8")
    files["broken"].write_text("def (:\n", encoding="utf-8")
    places = {**files, "folder": tmp_path / "empty"}
    assert cli.main([argument.format(**places) for argument in arguments]) == 2
    error = capfd.readouterr().err.splitlines()[-1]
    assert error.startswith("tfretrace-verify: error: ")
    assert message in error


def test_fixtures_from_the_command_line(tmp_path: Path) -> None:
    """All outputs of one run: a true and a wrong fixture, options before and after the folder."""
    folder = tmp_path / "fixtures"
    folder.mkdir()
    (folder / "silent_true.py").write_text("# traces: 3\n" + BEFORE, encoding="utf-8")
    (folder / "silent_wrong.py").write_text("# traces: 2\n" + BEFORE, encoding="utf-8")
    outputs = [tmp_path / name for name in ("report.json", "report.md", "report.html")]
    command = [Path(sys.executable).with_name("tfretrace-verify"), "-j", "2", folder]
    # As a pattern gives them: what is stored for the fixer comes with the fixtures, and first.
    (folder / "silent_true.fixed.py").touch()
    command[-1:] = sorted(folder.iterdir())
    for option, output in zip(("--json", "--markdown", "--html"), outputs, strict=True):
        command += [option, output]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "silent_wrong: traces before: the header says 2, measured 3" in done.stdout
    document = json.loads(outputs[0].read_text())
    assert [row["passed"] for row in document["programs"]] == [True, False]
    assert "| **failed** | silent_wrong | 3 |" in outputs[1].read_text()
    assert "silent_wrong" in outputs[2].read_text()


def test_a_cure_by_hand_in_a_folder_below(tmp_path: Path) -> None:
    folder = tmp_path / "threads"
    folder.mkdir()
    (folder / "it.py").write_text("# traces: 3 -> 1\n# fix: by hand\n" + BEFORE, encoding="utf-8")
    cured = BEFORE.replace(*TENSOR_ARGUMENT)
    (folder / "it.hand.fixed.py").write_text(cured, encoding="utf-8")
    report = tmp_path / "report.json"
    command = [Path(sys.executable).with_name("tfretrace-verify"), tmp_path, "--json", report]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    (row,) = json.loads(report.read_text())["programs"]
    assert (row["name"], row["passed"]) == ("it", True)


def test_the_page_shows_why() -> None:
    run_of_it = RunResult()
    verdict = Verdict("it", Path("it.py"), [run_of_it], [])
    verdict.note_fixes(fix_source(RETRACED, "it.py"), "line ")
    (told,) = verdict.left
    assert told.startswith("line 10: TFR101 ") and verdict.why.keys() == {told}
    assert verdict.why[told][:2] == ["proven:", "it.py:9: the 'for' loop runs again and again"]
    page = report_html(Report(read_environment("cpu"), 1, [verdict]))
    assert "<summary>Why</summary>proven:<br>it.py:9: the &#x27;for&#x27; loop" in page


RETRACED = """\
import tensorflow as tf


@tf.function
def f(x, n):
    return tf.concat([x] * n, 0)


for n in range(10):
    f(tf.ones([1]), n)
"""


def test_interrupted(tmp_path: Path) -> None:
    """What was finished before Ctrl-C is reported, and no process is left."""
    folder = tmp_path / "fixtures"
    folder.mkdir()
    (folder / "a.py").write_text("# traces: 3\n" + BEFORE, encoding="utf-8")
    begun = tmp_path / "begun"
    wait = f"import time; open({str(begun)!r}, 'w'); time.sleep(100)"
    slow = BEFORE.replace("return [", f"{wait}\n    return [")
    (folder / "b.py").write_text("# traces: 3\n" + slow, encoding="utf-8")
    report = tmp_path / "report.json"
    command = [Path(sys.executable).with_name("tfretrace-verify"), "-j", "1", folder]
    command += ["--json", report]
    running = subprocess.Popen(
        [*map(str, command)],
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A shell starts background jobs with SIGINT ignored, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    wait_for(lambda: begun.exists())
    os.killpg(running.pid, signal.SIGINT)
    output, _ = running.communicate(timeout=120)
    assert running.returncode == 130
    assert b"1 true, 0 failed, 1 not run" in output
    assert [row["name"] for row in json.loads(report.read_text())["programs"]] == ["a"]
    wait_for(lambda: not _is_alive(running.pid))


def _is_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait for something that another process does."""
    deadline = time.monotonic() + 180
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.2)
