"""``tfretrace audit``: findings of the linter held against a run."""

from __future__ import annotations

import itertools
import json
import os
import pickle
import shlex
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from docs.build_rules import ROOT
from flake8_tfretrace import Settings, check
from flake8_tfretrace.catalog import DEFAULT_CODES
from flake8_tfretrace.program.profile import read
from tests.runtime.test_export import documented, keys
from tfretrace.budget import measured, write
from tfretrace.budget import read as read_budget
from tfretrace.judging import CLAIMS, judge
from tfretrace.lines import LineRuns
from tfretrace.observation import Observation
from tfretrace.observation import read as read_observations
from tfretrace.records import Category, Cause, CauseKind, Definition, Frame, FunctionRecord, Trace

counts_lines = pytest.mark.skipif(
    sys.version_info < (3, 12), reason="lines outside of traces are counted from Python 3.12 on"
)
PROGRAM = """\
import random
import sys

import tensorflow as tf

if len(sys.argv) > 1:
    getattr(tf.config, "run_functions_" + sys.argv[1])(True)


@tf.function
def train(x, step):
    return x * tf.cast(step, tf.float32)


class Model(tf.Module):
    @tf.function
    def train(self, x):
        return x + 1.0


@tf.function
def noisy(x):
    return x + random.random()


def main():
    model = Model()
    for step in range(4):
        train(tf.ones([2]), step)
        model.train(tf.ones([2]))
        noisy(tf.ones([2]))
    if "never" in sys.argv:
        for step in range(4, 8):
            train(tf.zeros([2]), step)
    for size in map(len, ("ab", "abc")):
        model.train(tf.ones([size]))


main()
"""
IN_MAIN = "model.train(tf.ones([size]))"
TRACE_EVENTS = {
    # "Trace Event Format", for complete, instant and metadata events.
    "type": "object",
    "required": ["traceEvents"],
    "properties": {
        "displayTimeUnit": {"enum": ["ms", "ns"]},
        "traceEvents": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name", "ph", "pid", "tid", "args"],
                "properties": {
                    "name": {"type": "string"},
                    "cat": {"type": "string"},
                    "ts": {"type": "number", "minimum": 0},
                    "dur": {"type": "number", "minimum": 0},
                    "pid": {"type": "integer"},
                    "tid": {"type": "integer"},
                    "args": {"type": "object"},
                },
                "oneOf": [
                    {"properties": {"ph": {"const": "X"}}, "required": ["ts", "dur", "cat"]},
                    {
                        "properties": {"ph": {"const": "i"}, "s": {"enum": ["g", "p", "t"]}},
                        "required": ["ts", "s", "cat"],
                    },
                    {
                        "properties": {
                            "ph": {"const": "M"},
                            "name": {"enum": ["process_name", "thread_name"]},
                            "args": {"required": ["name"]},
                        }
                    },
                ],
            },
        },
    },
}
LINES = {text.strip(): number for number, text in enumerate(PROGRAM.splitlines(), 1)}


def run_audit(
    folder: Path, *arguments: str, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tfretrace", "audit", *arguments],
        cwd=folder,
        env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    (folder / "program.py").write_text(PROGRAM, encoding="utf-8")
    (folder / "setup.cfg").write_text("[flake8]\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def audited(project: Path) -> tuple[subprocess.CompletedProcess[str], Any]:
    done = run_audit(
        project,
        *("--json", "out/audit.json", "--html", "out/audit.html", "--sarif", "out/audit.sarif"),
        *("--write-profile", "traces.json", "--timeline", "out/timeline.json"),
        *("--", "program.py"),
    )
    return done, json.loads((project / "out/audit.json").read_text(encoding="utf-8"))


def by_line(document: Any) -> dict[int, str]:
    return {row["line"]: row["status"] for row in document["findings"]}


def test_findings_are_judged(audited: tuple[subprocess.CompletedProcess[str], Any]) -> None:
    done, document = audited
    assert done.returncode == 1, done.stderr
    assert by_line(document) == {
        LINES["train(tf.ones([2]), step)"]: "confirmed",
        LINES["return x + random.random()"]: "confirmed",
        LINES["train(tf.zeros([2]), step)"]: "not exercised",
    }
    assert "2 confirmed, 1 not exercised in 1 file" in done.stderr
    assert document["findings"][0]["evidence"].startswith("ran in 1 trace of noisy")


def test_retraces_are_explained(audited: tuple[subprocess.CompletedProcess[str], Any]) -> None:
    done, document = audited
    told = {row["line"]: (row["retraces"], row["explained_by"]) for row in document["retraces"]}
    (explaining,) = (
        index for index, row in enumerate(document["findings"]) if row["evidence"].startswith("3")
    )
    # Both functions are called train; they are told apart by where they are.
    assert told == {
        LINES["def train(x, step):"] - 1: (3, [explaining]),
        LINES["def train(self, x):"] - 1: (1, []),
    }
    assert "Retraces that no finding explains" in done.stderr
    assert "1 retrace of Model.train (program.py:" in done.stderr
    assert "x: shape (2,) -> (3,)" in done.stderr
    assert 0 < document["seconds_lost"] < document["seconds"]
    assert "% of the run lost: " in done.stderr
    assert ", in 4 retraces\n" in done.stderr


def test_a_file_is_judged_as_it_was_when_it_began_to_run(tmp_path: Path) -> None:
    edits = "import pathlib\npathlib.Path(__file__).write_text('# something else')\n"
    (tmp_path / "program.py").write_text(PROGRAM + edits, encoding="utf-8")
    run_audit(tmp_path, "--json", "audit.json", "--", "program.py")
    document = json.loads((tmp_path / "audit.json").read_text(encoding="utf-8"))
    assert by_line(document)[LINES["train(tf.ones([2]), step)"]] == "confirmed"
    assert by_line(document)[LINES["train(tf.zeros([2]), step)"]] == "not exercised"
    assert any(row["explained_by"] for row in document["retraces"])


def test_pytest_warns_of_nothing_that_an_audit_loads(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_it():\n    pass\n", encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n", encoding="utf-8")
    arguments = ("--write-profile", "new/traces.json", "--", "-m", "pytest", "test_it.py")
    done = run_audit(tmp_path, *arguments, environment={"PYTHONWARNINGS": ""})
    assert done.returncode == 0, done.stderr
    assert "1 passed" in done.stdout
    assert (tmp_path / "new/traces.json").exists()


def test_the_json_report_is_as_documented(
    audited: tuple[subprocess.CompletedProcess[str], Any],
) -> None:
    document = audited[1]
    assert keys(document) == documented("## `tfretrace audit`")
    assert keys(document["findings"][0]) >= documented("A judged finding has")
    assert keys(document["retraces"][0]) == documented("Retraces of one function")


def test_steps_that_no_budget_counts(
    tmp_path: Path,
) -> None:
    def record(call: int, step: int, inside: int | None = None) -> FunctionRecord:
        again = Trace((Cause("python_value", "n"),), "", "", call, False, inside=inside, step=step)
        return FunctionRecord(Definition(f"f{call}", "a.py", 1, "user"), traces=[again])

    budget = measured([record(1, 1), record(5, 5), record(2, 9, 1)], tmp_path / "b.json", after=4)
    assert {name: traces for (_, name), traces in budget.allowed.items()} == {
        "f1": 0,
        "f5": 1,
        "f2": 1,
    }
    write(budget)
    assert read_budget(tmp_path / "b.json") == budget
    (excess,) = budget.exceeded([record(1, 1), record(1, 5)])
    assert str(excess) == "f1 (a.py:1) was traced 1 time after 4 steps, allowed: 0"


def test_the_first_run_of_a_graph_is_lost_too(tmp_path: Path) -> None:
    """As far as it takes longer than the calls after it; files are found from anywhere."""
    place = Frame("program.py", 3, "main")
    first = Trace((Cause("first_trace"),), "n: 0", place.site, 1, False, seconds=0.5)
    again = Trace((Cause("python_value", "n", "0", "1"),), "n: 1", place.site, 4, False)
    again.seconds, again.began, again.stack = 1.0, 1.25, (place,)
    record = FunctionRecord(Definition("f", "program.py", 1, "user"), 6)
    record.returned_after = [1.0, 1.1, 1.2, 5.0, 5.1, 5.3]
    record.traces = [first, again]
    seen = Observation(
        command=("python", "program.py"),
        folder=str(tmp_path),
        seconds=6.0,
        hook="tracing function",
        problems=(),
        functions=(record,),
        files=frozenset({"program.py"}),
        lines={},
        counts_all_lines=True,
        raised={},
        process=1,
        started=0.0,
    )
    (tmp_path / "1-1.pickle").write_bytes(pickle.dumps(seen))
    judgement = judge({}, read_observations(tmp_path))
    assert judgement.seconds_lost == pytest.approx(5.0 - 1.25 - 0.1)
    (row,) = judgement.retraces
    assert row.file == str(tmp_path / "program.py")
    assert row.roots == (f"{tmp_path / 'program.py'}:3",)


@pytest.mark.parametrize(
    ("category", "outer", "call", "text", "is_lost"),
    [
        ("user", None, 5, "step(x)", True),
        ("user", 1, 5, "step(x)", False),
        ("data", None, 5, "fit(x)", False),
        ("data", None, 4, "fit(x)", False),
        ("data", None, 4, "[predict(x) for x in y]", True),
    ],
    ids=[
        "of its own",
        "in another trace",
        "of another pipeline",
        "of a pipeline in the same call",
        "of a pipeline made again",
    ],
)
def test_which_retraces_are_lost(
    tmp_path: Path, category: Category, outer: int | None, call: int, text: str, is_lost: bool
) -> None:
    """What is traced within a trace is part of that; each pipeline has functions of its own."""
    file = str(tmp_path / "program.py")
    Path(file).write_text(f"import a\n\n{text}\n", encoding="utf-8")

    def trace(number: int, line: int, kind: CauseKind) -> Trace:
        inside = Frame(file, 3, "load")
        stack = (inside, Frame(file, line, "main"))
        return Trace((Cause(kind),), "", inside.site, number, False, stack=stack, number=number)

    first = trace(2, 4, "first_trace")
    again = trace(3, call, "new_tf_function" if category == "data" else "shape")
    first.inside = again.inside = outer
    around = Definition("around", file, 7, "user")
    seen = Observation(
        command=("python", "program.py"),
        folder=str(tmp_path),
        seconds=6.0,
        hook="tracing function",
        problems=(),
        functions=(
            FunctionRecord(around, 1, traces=[trace(1, 8, "first_trace")]),
            FunctionRecord(Definition("f", file, 1, category), 2, traces=[first, again]),
        ),
        files=frozenset({file}),
        lines={file: {3: LineRuns(1, 1.0, {})}},
        counts_all_lines=True,
        raised={},
        process=1,
        started=0.0,
    )
    assert bool(judge({}, [seen]).retraces) is is_lost


def test_page_and_sarif(
    project: Path, audited: tuple[subprocess.CompletedProcess[str], Any]
) -> None:
    page = (project / "out/audit.html").read_text(encoding="utf-8")
    assert "Not exercised" in page
    assert "program.py:" in page
    document = json.loads((project / "out/audit.sarif").read_text(encoding="utf-8"))
    (run,) = document["runs"]
    assert run["tool"]["driver"]["name"] == "tfretrace audit"
    levels = {result["properties"]["status"]: result["level"] for result in run["results"]}
    assert levels == {"confirmed": "warning", "not exercised": "note"}


def test_the_timeline(project: Path, audited: tuple[subprocess.CompletedProcess[str], Any]) -> None:
    timeline = json.loads((project / "out/timeline.json").read_text(encoding="utf-8"))
    jsonschema.validate(timeline, TRACE_EVENTS)
    named, *events = timeline["traceEvents"]
    assert named["name"] == "process_name"
    assert named["args"]["name"].endswith("program.py")
    assert {event["pid"] for event in events} == {named["pid"]}
    traces = sum(function["traces"] for function in audited[1]["functions"])
    assert len(events) == traces == len([event for event in events if event["ph"] == "X"])
    retraces = [event for event in events if event["cat"] == "user,retrace"]
    assert len(retraces) == 4
    last = max(retraces, key=lambda event: event["ts"])
    assert last["name"] == "Model.train"
    assert last["args"]["cause"] == "x: shape (2,) -> (3,)"
    assert last["args"]["stack"][0] == f"main (program.py:{LINES[IN_MAIN]})"
    # What is made one after the other in a thread does not overlap.
    ordered = sorted(events, key=lambda event: event["ts"])
    for event, following in itertools.pairwise(ordered):
        assert event["ts"] + event["dur"] <= following["ts"]


@pytest.mark.skipif(sys.version_info < (3, 12), reason="has no sys.monitoring")
def test_nothing_is_heard_of_lines_between_traces(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(
        "import threading\n"
        "from tfretrace.lines import line_counter\n"
        "def f(n):\n"
        "    return n if n < 2 else f(n - 1)\n"
        "def trace(counter, number):\n"
        "    counter.trace_begins(number)\n"
        "    f(3)\n"
        "    counter.trace_ends()\n"
        "counter = line_counter()\n"
        "heard = []\n"
        "hear = counter._line_runs_in_trace\n"
        "counter._line_runs_in_trace = lambda *line: heard.append(line) or hear(*line)\n"
        "counter.start()\n"
        "f(3)\n"
        "trace(counter, 1)\n"
        "f(1)\n"
        "after = len(heard)\n"
        "f(3)\n"
        "assert len(heard) == after\n"
        "trace(counter, 2)\n"
        "counter.trace_begins(3)\n"
        "thread = threading.Thread(target=f, args=[3])\n"
        "thread.start()\n"
        "thread.join()\n"
        "f(2)\n"
        "counter.trace_ends()\n"
        "trace(counter, 4)\n"
        "(lines,) = counter.lines().values()\n"
        "print(lines[4].in_traces)\n",
        encoding="utf-8",
    )
    run = subprocess.run(
        [sys.executable, "main.py"], cwd=tmp_path, text=True, capture_output=True, check=True
    )
    assert run.stdout == "{1: 3, 2: 3, 3: 2, 4: 3}\n"


def test_files_are_known_where_no_lines_are_counted(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "imported.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "unused.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "main.py").write_text(
        "import sys\n"
        "if hasattr(sys, 'monitoring'):\n    del sys.monitoring\n"
        "from tfretrace.lines import line_counter\n"
        "counter = line_counter()\n"
        "counter.start()\n"
        "import runpy\nimport imported\n"
        "runpy.run_path('helper.py')\n"
        "exec('y = 1')\n"
        "print(counter.counts_all, *sorted(counter.executed))\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "main.py"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", str(tmp_path / "imported.py"), "helper.py"]


@counts_lines
def test_the_profile_feeds_the_linter(
    project: Path, audited: tuple[subprocess.CompletedProcess[str], Any]
) -> None:
    del audited  # It writes the profile.
    profile = project / "traces.json"
    text = (project / "program.py").read_text(encoding="utf-8")
    seen = read(str(profile)).of_file(str(project / "program.py"), text)
    assert {verdict.status for verdict in seen.verdicts.values()} >= {"confirmed"}
    assert seen.retraces == ()  # One retrace is not worth a word.
    found = check(text, str(project / "program.py"), settings=Settings(profile=str(profile)))
    confirmed = [
        finding.code
        for finding in found
        if finding.witness.steps[-1].text.startswith("seen in a recorded run: ")
    ]
    assert confirmed == ["TFR404", "TFR101"]


@counts_lines
def test_what_does_not_happen_is_refuted(project: Path) -> None:
    # Functions run eagerly, which the linter assumes they do not.
    options = ["--json", "eager.json", "--write-baseline"]
    done = run_audit(project, *options, "--", "program.py", "eagerly")
    document = json.loads((project / "eager.json").read_text(encoding="utf-8"))
    assert set(by_line(document).values()) == {"refuted", "not exercised"}
    assert done.returncode == 0, done.stderr
    assert "No function was traced again" in done.stderr
    # What is refuted is quiet from now on, for every tool that knows baselines.
    assert "2 refuted findings in tfretrace-baseline.json" in done.stderr
    entries = json.loads((project / "tfretrace-baseline.json").read_text())["findings"]
    assert {entry["code"] for entry in entries} == {"TFR101", "TFR404"}
    assert {entry["reason"] for entry in entries} == {"refuted by a run of: program.py eagerly"}
    command = [sys.executable, "-m", "flake8", "--select=TFR1,TFR4", "program.py"]
    known = [*command, "--tfretrace-baseline=./tfretrace-baseline.json"]
    outputs = [
        subprocess.run(words, cwd=project, capture_output=True, text=True, check=False).stdout
        for words in (command, known)
    ]
    assert [output.count("TFR") for output in outputs] == [3, 1]


def test_a_command_with_other_processes_and_a_failure(tmp_path: Path) -> None:
    (tmp_path / "inner.py").write_text(
        "import tensorflow as tf\n\n"
        "f = tf.function(lambda x, n: x)\n"
        "for n in range(3):\n    f(tf.ones([2]), n)\n"
        "raise SystemExit(3)\n",
        encoding="utf-8",
    )
    (tmp_path / "outer.py").write_text(
        "import subprocess, sys\nsys.exit(subprocess.call([sys.executable, 'inner.py']))\n",
        encoding="utf-8",
    )
    done = run_audit(tmp_path, "--fail-on", "never", "--", sys.executable, "outer.py")
    assert done.returncode == 3
    assert "\ninner.py:5:" in done.stderr
    assert "confirmed: 2 retraces of <lambda>: n: python value 0 -> 1" in done.stderr
    assert "The command ended with status 3" in done.stderr


def test_what_cannot_be_audited(tmp_path: Path) -> None:
    for arguments, message in (
        (["--", "no_such_command"], "cannot run no_such_command"),
        (["--", "true"], "true runs no Python on this machine"),
        (["--budget", "none.json", "--", "x.py"], "none.json"),
        (["--"], "name the command"),
        (["--fail-on", "sometimes", "--", "x.py"], "'sometimes' is none of"),
    ):
        done = run_audit(tmp_path, *arguments)
        assert done.returncode == 2
        assert message in done.stderr


def test_sigterm_keeps_the_report(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import time\nimport tensorflow as tf\n\n"
        "f = tf.function(lambda x, n: x)\n"
        "for n in range(3):\n    f(tf.ones([2]), n)\n"
        "print('ready', flush=True)\ntime.sleep(60)\n",
        encoding="utf-8",
    )
    python = shlex.quote(sys.executable)
    for arguments in (
        ["audit", "--", str(program)],
        # Shells end at once when they are told to, and tell nobody.
        ["audit", "--", "sh", "-c", f"{python} {program}; true"],
        [str(program)],
    ):
        process = subprocess.Popen(
            [sys.executable, "-m", "tfretrace", *arguments],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGTERM)
        start = time.monotonic()
        _, errors = process.communicate(timeout=50)
        assert time.monotonic() - start < 50
        assert process.returncode == 128 + signal.SIGTERM
        assert "python value 0 -> 1" in errors


def test_every_rule_has_a_claim_or_a_reason_for_none() -> None:
    # What no run shows: names of options, shared traces, what XLA compiles, equal branches.
    assert DEFAULT_CODES - CLAIMS.keys() == {"TFR108", "TFR203"}


DRIVER = """\
import importlib.util, sys
from pathlib import Path
import tensorflow as tf

for path in map(Path, sys.argv[1:]):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        module.main()
    except Exception as error:
        print(path.stem, type(error).__name__)
    tf.config.run_functions_eagerly(False)
"""


def one_fixture_per_rule() -> Sequence[Path]:
    fixtures = defaultdict(list)
    for path in sorted((ROOT / "fixtures").glob("TFR*.py")):
        if ".fixed" not in path.name:
            fixtures[path.name[:6]].append(path)
    return [paths[0] for code, paths in fixtures.items() if code in DEFAULT_CODES]


def test_the_fixtures_findings_are_confirmed(tmp_path: Path) -> None:
    (tmp_path / "driver.py").write_text(DRIVER, encoding="utf-8")
    (tmp_path / "setup.cfg").write_text("[flake8]\n", encoding="utf-8")
    files = [str(path) for path in one_fixture_per_rule()]
    done = run_audit(tmp_path, "--json", "audit.json", "--", "driver.py", *files)
    document = json.loads((tmp_path / "audit.json").read_text(encoding="utf-8"))
    others = {
        (Path(row["path"]).name, row["line"]): (row["status"], row["evidence"])
        for row in document["findings"]
        if row["status"] not in ("confirmed", "not judged")
    }
    assert not {place: why for place, why in others.items() if why[0] == "refuted"}, done.stderr
    # What comes after a line that raised is not exercised, nor what a switch leaves out; nor
    # lines outside of traces where these are not counted.
    assert len(others) <= (5 if sys.version_info >= (3, 12) else 9), others
    confirmed = {row["code"] for row in document["findings"] if row["status"] == "confirmed"}
    assert confirmed >= {"TFR101", "TFR201", "TFR304", "TFR404", "TFR501", "TFR601"}
