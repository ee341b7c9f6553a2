"""The examples of the rule pages, run under TensorFlow, show what the pages say."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from docs.build_rules import ROOT
from flake8_tfretrace.catalog import CATALOG, Rule
from tests.docs.run_examples import Ran
from tfretrace.fixture import Fixture, find_fixtures

FIXTURES = find_fixtures(ROOT / "fixtures")
Examples = dict[str, dict[str, list[Ran]]]


def falls(fixture: Fixture) -> bool:
    """Whether the fix of a fixture lowers the number of traces."""
    counts = fixture.library_traces or fixture.traces
    return not fixture.raises and counts.after < counts.before


RETRACING = [
    rule
    for rule in CATALOG
    if any(f.name.startswith(f"{rule.code}_") and falls(f) for f in FIXTURES)
]


@pytest.fixture(scope="module")
def examples() -> Examples:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.docs.run_examples"],
        cwd=ROOT,
        env={**os.environ, "CUDA_VISIBLE_DEVICES": "-1", "TF_CPP_MIN_LOG_LEVEL": "3"},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    results: Examples = json.loads(ran.stdout)
    return results


def test_good_examples_run(examples: Examples) -> None:
    raised = {code: ran["good"] for code, ran in examples.items() if any(e for _, e in ran["good"])}
    assert raised == {}


def test_rules_on_retracing_are_known() -> None:
    assert {"TFR101", "TFR201", "TFR301", "TFR601"} <= {rule.code for rule in RETRACING}


@pytest.mark.parametrize("rule", RETRACING, ids=lambda rule: rule.code)
def test_good_example_traces_less(examples: Examples, rule: Rule) -> None:
    ((bad, error),) = examples[rule.code]["bad"]
    assert error is None
    assert all(good < bad for good, _ in examples[rule.code]["good"])
