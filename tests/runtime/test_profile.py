"""Profiles: what is written down of recorded runs, and how runs are merged."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from flake8_tfretrace.finding import Anchor, Finding, Step, Witness
from flake8_tfretrace.program.profile import read
from flake8_tfretrace.settings import ProfileError
from tfretrace.fixture import find_fixtures
from tfretrace.judging import Judged, Judgement, Status
from tfretrace.profile import ProfileWriter
from tfretrace.recorder import Recording
from tfretrace.records import Cause, Definition, Trace

ROOT = Path(__file__).parents[2]
PROFILED = ROOT / "fixtures" / "profile"
QUIET = {**os.environ, "CUDA_VISIBLE_DEVICES": "-1", "TF_CPP_MIN_LOG_LEVEL": "3"}
SCHEMA = json.loads((ROOT / "docs" / "profile.schema.json").read_text(encoding="utf-8"))

PROGRAM = """\
import sys

import tensorflow as tf

from steps import Model, pairs

model = Model()
for rows in map(int, sys.argv[1:]):
    model.step({"x": tf.ones([rows, 2]), "ids": [rows, None]}, scale=rows / 2)
pairs((tf.ones([2]), tf.Variable(1.0)))
"""
STEPS = """\
import tensorflow as tf


class Model:
    @tf.function
    def step(self, batch, *, scale=1.0):
        return tf.reduce_sum(batch["x"]) * scale


def make():
    @tf.function
    def pairs(pair):
        return pair[0] * pair[1]

    return pairs


pairs = make()
"""


def record(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tfretrace", "--profile", "../traces.json", "train.py", *arguments],
        cwd=folder,
        env=QUIET,
        capture_output=True,
        text=True,
    )


def tensor(*shape: int | None, dtype: str = "float32") -> dict[str, Any]:
    return {"kind": "tensor", "dtype": dtype, "shape": list(shape)}


def number(value: int | float) -> dict[str, Any]:
    return {"kind": "python", "type": type(value).__name__, "value": repr(value)}


def batch(rows: int) -> dict[str, Any]:
    none = {"kind": "python", "type": "none", "value": "None"}
    ids = {"kind": "list", "items": [number(rows), none]}
    return {"kind": "dict", "keys": ["x", "ids"], "items": [tensor(rows, 2), ids]}


def test_two_runs(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "train.py").write_text(PROGRAM, encoding="utf-8")
    (folder / "steps.py").write_text(STEPS, encoding="utf-8")
    for rows in (("4", "6"), ("6", "8")):
        ran = record(folder, *rows)
        assert ran.returncode == 0, ran.stderr
        assert "traces.json: 2 traced functions" in ran.stderr
    document = json.loads((tmp_path / "traces.json").read_text(encoding="utf-8"))
    jsonschema.validate(document, SCHEMA)
    assert document["runs"] == 2
    step, pairs = document["functions"]
    assert [step["file"], step["line"], step["name"]] == ["project/steps.py", 5, "Model.step"]
    assert step["calls"] == 4
    assert step["retraces"] == 2
    assert step["seconds_lost"] > 0
    assert step["parameters"] == [
        {"name": "batch", "types": [batch(4), batch(6), batch(8)]},
        {"name": "scale", "types": [number(2.0), number(3.0), number(4.0)]},
    ]
    seen = {(group["cause"], group["path"]): group for group in step["traces"]}
    assert seen.keys() == {
        ("first_trace", ""),
        ("shape", "batch['x']"),
        ("python_value", "batch['ids'][0]"),
        ("python_value", "scale"),
    }
    assert {group["traces"] for group in seen.values()} == {2}
    assert {(g["file"], g["line"]) for g in seen.values()} == {("project/train.py", 9)}
    assert pairs["name"] == "make.<locals>.pairs"
    variable = {"kind": "other", "text": "Variable float32 ()"}
    assert pairs["parameters"][0]["types"] == [{"kind": "tuple", "items": [tensor(2), variable]}]


def write(path: Path, source: Path, line: int, name: str, *types: dict[str, Any]) -> int:
    """Add a recording of one function with one parameter to a profile."""
    writer = ProfileWriter(path)
    recording = Recording()
    record = recording._record(None, Definition(name, str(source), line, "user"))
    record.traces += [
        Trace((Cause("shape", "x"),), "", f"{source}:9", 1, False, types={"x": stored})
        for stored in types
    ]
    return writer.add(recording.functions)


def names_and_shapes(path: Path) -> dict[str, list[Any]]:
    document = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.validate(document, SCHEMA)
    return {
        function["name"]: [stored["shape"] for stored in function["parameters"][0]["types"]]
        for function in document["functions"]
    }


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "steps.py"
    path.write_text("def f(x):\n    return x\n\n\ndef g(x):\n    return x\n", encoding="utf-8")
    os.utime(path, (0, 0))
    return path


def rewrite(source: Path, old: str, new: str) -> None:
    source.write_text(source.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    os.utime(source, (0, 0))


def test_functions_that_moved_are_the_same(tmp_path: Path, source: Path) -> None:
    profile = tmp_path / "traces.json"
    write(profile, source, 1, "f", tensor(1), tensor(2))
    rewrite(source, "def f", "import os  # A comment.\n\n\n@os.fspath\ndef f")
    assert write(profile, source, 4, "f", tensor(2), tensor(3)) == 1
    assert names_and_shapes(profile) == {"f": [[1], [2], [3]]}


def test_another_version_replaces_what_was_seen(tmp_path: Path, source: Path) -> None:
    profile = tmp_path / "traces.json"
    write(profile, source, 1, "f", tensor(1))
    write(profile, source, 5, "g", tensor(1))
    rewrite(source, "def f(x):\n    return x", "def f(x):\n    return 2 * x")
    write(profile, source, 1, "f", tensor(2))
    assert names_and_shapes(profile) == {"f": [[2]], "g": [[1]]}


def test_a_file_changed_in_the_meantime_is_not_believed(tmp_path: Path, source: Path) -> None:
    later = time.time() + 60
    os.utime(source, (later, later))
    assert write(tmp_path / "traces.json", source, 1, "f", tensor(1)) == 0


def test_paths_through_links(tmp_path: Path, source: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path, target_is_directory=True)
    profile = tmp_path / "traces.json"
    write(tmp_path / "link" / "traces.json", source, 1, "f", tensor(1))
    write(profile, tmp_path / "link" / "steps.py", 1, "f", tensor(2))
    assert names_and_shapes(profile) == {"f": [[1], [2]]}
    assert len(read(str(profile)).of_file(str(tmp_path / "link" / "steps.py"), "").observed) == 1


def judged(profile: Path, source: Path, *statuses: Status) -> list[dict[str, Any]]:
    """Add what a run says of one finding per line to a profile; return all that is in it."""
    steps = (Step(str(source), 1, "it is called"),)
    rows = tuple(
        Judged(
            str(source),
            Finding(line, 4, "TFR101", "", witness=Witness(steps), anchor=Anchor("f", str(line))),
            status,
            f"seen in line {line}",
        )
        for line, status in enumerate(statuses, 1)
    )
    ProfileWriter(profile).add([], Judgement(rows, (), 0.0))
    document = json.loads(profile.read_text(encoding="utf-8"))
    jsonschema.validate(document, SCHEMA)
    found: list[dict[str, Any]] = document["findings"]
    return found


def test_what_one_run_confirms_no_other_refutes(tmp_path: Path, source: Path) -> None:
    profile = tmp_path / "traces.json"
    judged(profile, source, "confirmed", "refuted", "refuted", "not exercised")
    found = judged(profile, source, "refuted", "confirmed", "not exercised", "not judged")
    assert [row["status"] for row in found] == ["confirmed", "confirmed", "refuted"]


def test_verdicts_on_another_text_go(tmp_path: Path, source: Path) -> None:
    profile = tmp_path / "traces.json"
    judged(profile, source, "confirmed", "confirmed")
    rewrite(source, "def f", "# A comment.\ndef f")
    assert [row["line"] for row in judged(profile, source, "refuted")] == [1]


def test_verdicts_on_a_file_changed_in_the_meantime_are_not_believed(
    tmp_path: Path, source: Path
) -> None:
    later = time.time() + 60
    os.utime(source, (later, later))
    profile = tmp_path / "traces.json"
    judged(profile, source, "confirmed")
    text = source.read_text(encoding="utf-8")
    assert read(str(profile)).of_file(str(source), text).verdicts == {}


def test_what_is_no_profile_is_left_alone(tmp_path: Path) -> None:
    for text, words in (
        ("[]", "not a profile"),
        ("{", "not JSON"),
        ('{"schema": 1, "functions": []}', "not a profile"),
        ('{"profile_schema": 2}', "schema 2"),
        ('{"profile_schema": 1, "functions": [{"file": "a.py"}]}', "damaged"),
    ):
        path = tmp_path / "traces.json"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ProfileError, match=words):
            ProfileWriter(path)
        assert path.read_text(encoding="utf-8") == text


def test_an_interruption_leaves_the_old_profile(
    tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = tmp_path / "traces.json"
    write(profile, source, 1, "f", tensor(1))
    before = profile.read_bytes()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write(profile, source, 5, "g", tensor(1))
    assert profile.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".py"] == ["traces.json"]


def test_processes_that_end_together(tmp_path: Path) -> None:
    source = tmp_path / "steps.py"
    names = [f"f{number}" for number in range(16)]
    source.write_text("".join(f"def {name}(x):\n    return x\n" for name in names))
    os.utime(source, (0, 0))
    profile = tmp_path / "traces.json"
    # Threads would not do: parsing in several raises SystemError in Python 3.11.
    with ProcessPoolExecutor(4, multiprocessing.get_context("spawn")) as pool:
        written = [
            pool.submit(write, profile, source, 2 * number + 1, name, tensor(1))
            for number, name in enumerate(names)
        ]
    assert all(future.result() for future in written)
    assert names_and_shapes(profile) == {name: [[1]] for name in names}


def recorded(path: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the functions of a profile, by file and name, without what differs between runs."""
    document = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.validate(document, SCHEMA)
    return {
        (Path(function["file"]).name, function["name"]): {
            **{
                key: value for key, value in function.items() if key not in ("file", "seconds_lost")
            },
            "traces": [{**group, "file": Path(group["file"]).name} for group in function["traces"]],
        }
        for function in document["functions"]
    }


def test_the_stored_profile_is_what_runs_show(tmp_path: Path) -> None:
    programs = [fixture.path for fixture in find_fixtures(PROFILED)]
    profile = tmp_path / "traces.json"
    helper = Path(__file__).with_name("run_profiled.py")
    ran = subprocess.run(
        [sys.executable, "-m", "tfretrace", "--profile", profile, helper, *programs],
        env=QUIET,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    assert recorded(profile) == recorded(PROFILED / "traces.json")


def test_what_was_recorded_is_fixed_to_one_trace(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    ran = subprocess.run(
        [
            *(sys.executable, "-c", "from tfretrace.cli import main; raise SystemExit(main())"),
            *("-j2", "--repeats=1", "--device=cpu", "--profile", PROFILED / "traces.json"),
            *("--json", report, PROFILED),
        ],
        env=QUIET,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    programs = json.loads(report.read_text(encoding="utf-8"))["programs"]
    after = {program["name"]: program["after"]["traces"] for program in programs}
    # Two trainers have a trace each, and reduce_retracing makes an exact one first.
    assert after == dict.fromkeys(after, 1) | {"trainer_method": 2, "ranks": 2}
    assert len(after) == 6
