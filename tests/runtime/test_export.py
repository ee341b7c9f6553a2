"""The JSON reports hold what docs/report-schema.md says, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import tensorflow as tf

import tfretrace
from docs.build_rules import ROOT
from tfretrace.environment import read_environment
from tfretrace.export import recording_json, report_json
from tfretrace.records import CauseKind
from tfretrace.report import Report
from tfretrace.runner import RunResult
from tfretrace.verify import Check, Prediction, Verdict

PAGE = (ROOT / "docs/report-schema.md").read_text(encoding="utf-8")


def documented(heading: str) -> set[str]:
    """Return the names in the first column of the table that follows a text."""
    table = PAGE.partition(heading)[2].partition("|---|")[2].partition("\n\n")[0]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| ")]
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def named_in(beginning: str) -> set[str]:
    """Return the names in the table row or paragraph that begins so, without the example values."""
    begin = PAGE.index(beginning)
    end = PAGE.index("\n" if beginning.startswith("|") else "\n\n", begin)
    return set(re.findall(r"`(\w+)`", PAGE[begin:end]))


def keys(document: Mapping[str, Any]) -> set[str]:
    return {*document}


def a_recording() -> tfretrace.Recording:
    function = tf.function(lambda x, n: x)
    with tfretrace.record() as recording:
        function(tf.ones([2]), 1)
        function(tf.ones([2]), 2)
    return recording


def test_report_is_as_documented() -> None:
    run = RunResult(functions=a_recording().functions)
    verdict = Verdict("it", Path("it.py"), [run], [run])
    verdict.checks.append(Check("it runs", True))
    verdict.predictions.append(Prediction("TFR101", 1, "it", 2, 2))
    document = report_json(Report(read_environment("cpu"), 1, [verdict]))
    assert keys(document) == documented("## `tfretrace-verify`")
    environment = named_in("| `environment`") - {"environment", "cpu", "gpu"}
    assert keys(document["environment"]) == environment
    (program,) = document["programs"]
    assert keys(program) == documented("A program:")
    assert keys(program["checks"][0]) == named_in("| `checks`") - {"checks"}
    assert keys(program["predictions"][0]) == named_in("| `predictions`") - {"predictions"}
    runs = program["before"]
    assert keys(runs) == keys(program["after"]) == documented("`before` and `after`; numbers")
    assert keys(runs["runs"][0]) == named_in("| `runs`") - {"runs"}


def test_recording_is_as_documented() -> None:
    document = recording_json(a_recording(), {})
    described = named_in("`schema`, `version`, `hook`, `xla_compilations` and")
    assert keys(document) == described
    (function,) = document["functions"]
    assert keys(function) == documented("## A function")
    (recommendation,) = function["recommendations"]
    assert keys(recommendation) == named_in("| `recommendations`") - {"recommendations", "null"}
    trace = function["trace_list"][1]
    described = named_in("A trace has `causes`")
    assert keys(trace) | keys(trace["causes"][0]) == described


def test_every_kind_of_cause_is_documented() -> None:
    assert documented("`after` and `text`.") == {*get_args(CauseKind)}
