"""Baselines: findings that a project knows stay silent when lines move, and new ones do not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from flake8_tfretrace import check
from flake8_tfretrace.baseline import Baseline, BaselineError, read, write

PROGRAM = """\
import tensorflow as tf


@tf.function
def step(x, n):
    return x * n


def main(x):
    for n in range(10):
        step(x, n)
        step(x, n)


main(tf.ones([2]))
"""


def baseline_of(source: str, folder: Path) -> Baseline:
    """Write the baseline of a file ``a.py`` that holds ``source``."""
    path = folder / "a.py"
    path.write_text(source)
    empty = Baseline(folder / "baseline.json")
    entries = [empty.entry(path, f.code, f.anchor) for f in check(source, str(path))]
    baseline = empty.extended(entries, "known")
    write(baseline)
    return baseline


def reported(source: str, folder: Path) -> list[int]:
    """Return the lines that flake8 reports with the baseline."""
    (folder / "a.py").write_text(source)
    command = [sys.executable, "-m", "flake8", "--isolated", "--select=TFR"]
    command += ["--extend-ignore=TFR202", "--tfretrace-baseline=baseline.json", "a.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert not done.stderr
    return [int(line.split(":")[1]) for line in done.stdout.splitlines()]


def test_anchors() -> None:
    anchors = [finding.anchor for finding in check(PROGRAM)]
    assert anchors == [("main", "step(x, n)", 0), ("main", "step(x, n)", 1)]


def test_known_findings_are_silent(tmp_path: Path) -> None:
    baseline_of(PROGRAM, tmp_path)
    assert reported(PROGRAM, tmp_path) == []


def test_entries_survive_moved_lines(tmp_path: Path) -> None:
    baseline_of(PROGRAM, tmp_path)
    moved = PROGRAM.replace("def main(x):\n", "SIZE = 3\n\n\ndef main(x):\n    print(SIZE)\n")
    deeper = moved.replace("        step", "            step").replace(
        "    for n", "    if SIZE:\n        for n"
    )
    assert reported(moved, tmp_path) == []
    assert reported(deeper, tmp_path) == []


def test_another_finding_is_new(tmp_path: Path) -> None:
    baseline_of(PROGRAM, tmp_path)
    assert reported(PROGRAM.replace("step(x, n)\n\n", "step(x, n + 1)\n\n"), tmp_path) == [12]
    third = "        step(x, n)\n" * 3
    assert reported(PROGRAM.replace("        step(x, n)\n" * 2, third), tmp_path) == [13]


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    baseline = baseline_of(PROGRAM.replace("def main", "def é"), tmp_path)
    assert read(tmp_path / "baseline.json") == baseline
    text = (tmp_path / "baseline.json").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if "step(x, n)" in line] == [
        '    {"path": "a.py", "code": "TFR101", "scope": "é", "text": "step(x, n)", '
        '"occurrence": 0, "reason": "known"},',
        '    {"path": "a.py", "code": "TFR101", "scope": "é", "text": "step(x, n)", '
        '"occurrence": 1, "reason": "known"}',
    ]


def test_what_is_replaced(tmp_path: Path) -> None:
    baseline = baseline_of(PROGRAM, tmp_path)
    (first, _) = baseline.entries
    again = baseline.replaced([tmp_path / "a.py"], [first], "new")
    assert again.entries == {first: "known"}
    assert baseline.replaced([tmp_path / "b.py"], []).entries == baseline.entries
    (tmp_path / "a.py").unlink()
    assert not baseline.replaced([tmp_path / "b.py"], []).entries


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("[]", "is not a baseline"),
        ("{", "is not a baseline"),
        (json.dumps({"schema": 2}), "was written by a later version"),
        (None, "No such file or directory"),
    ],
)
def test_a_file_that_is_no_baseline(tmp_path: Path, content: str | None, told: str) -> None:
    if content is not None:
        (tmp_path / "baseline.json").write_text(content)
    with pytest.raises(BaselineError, match=told):
        read(tmp_path / "baseline.json")
