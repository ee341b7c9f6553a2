"""A fix that puts a tensor where a Python number was keeps the results, value for value."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest
from tfretrace_fix.engine import fix_source

from tests import number_programs
from tfretrace.values import compare, freeze


def results(source: str, path: Path) -> Any:
    """Run a program and return its results; AutoGraph reads the functions from the file."""
    path.write_text(source, encoding="utf-8")
    return freeze(runpy.run_path(str(path))["results"])


@pytest.mark.parametrize(
    ("body", "value"), [(body, value) for body, value, _ in number_programs.FIXED]
)
def test_results_stay(body: str, value: str, tmp_path: Path) -> None:
    source = number_programs.program(body, value)
    fixed = fix_source(source, codes={"TFR101", "TFR301", "TFR303"}, unsafe=True).text
    before, after = results(source, tmp_path / "before.py"), results(fixed, tmp_path / "after.py")
    comparison = compare(before, after)
    assert comparison.compared
    assert comparison.differences == ()
