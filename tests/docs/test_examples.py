"""The examples of the rule pages, run under TensorFlow, show what the pages say."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from docs.build_rules import ROOT
from tests.docs.run_examples import Ran

Examples = dict[str, dict[str, list[Ran]]]

RETRACING = [
    *("TFR101", "TFR103", "TFR104", "TFR105", "TFR106", "TFR107", "TFR201", "TFR204", "TFR208"),
    *("TFR301", "TFR303", "TFR501", "TFR502", "TFR504", "TFR506", "TFR507", "TFR601", "TFR602"),
    *("TFR603", "TFR604"),
]
"""The rules that are about the number of traces; what the others report fails, or is wrong."""


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


@pytest.mark.parametrize("code", RETRACING)
def test_good_example_traces_less(examples: Examples, code: str) -> None:
    ((bad, error),) = examples[code]["bad"]
    assert error is None
    assert all(good < bad for good, _ in examples[code]["good"])
