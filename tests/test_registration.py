"""A rule is registered by its code: a row, a check, a page, fixtures, and perhaps a fix."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from tfretrace_fix import codemods, fixes
from tfretrace_fix.fixes import FIXES

from flake8_tfretrace import evidence
from flake8_tfretrace.catalog import CATALOG, RULES, Rule
from flake8_tfretrace.rules import registry
from flake8_tfretrace.rules.registry import CHECKS
from tests.marks import fixtures

ROOT = Path(__file__).parents[1]


def codes_in(names: list[str]) -> set[str]:
    """Return the codes that names begin with."""
    return {found[1] for name in names if (found := re.match(r"(TFR\d{3})\b", name))}


def test_all_parts_agree() -> None:
    """The catalogue, the checks, the pages, their list, and the fixtures are of the same codes."""
    pages = [path.name for path in (ROOT / "docs" / "rules").glob("TFR*.md")]
    listed = re.findall(r"rules/(TFR\d{3}\.md)", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    names = [fixture.name.replace("_", " ") for fixture in fixtures()]
    silent = [name.removeprefix("silent ") for name in names if name.startswith("silent ")]
    reported = [name for name in names if name.startswith("TFR")]
    for part in (pages, listed, silent, reported):
        assert codes_in(part) == RULES.keys()
    assert list(CHECKS) == [rule.code for rule in CATALOG]
    assert {rule.code for rule in CATALOG if rule.fix != "-"} == FIXES.keys()
    assert evidence.OF_CALLS | evidence._EVIDENCE.keys() <= RULES.keys()


@pytest.mark.parametrize("rule", CATALOG, ids=lambda rule: rule.code)
def test_parts_speak_of_the_rule(rule: Rule) -> None:
    """What is registered for a code was written for it."""
    check = CHECKS[rule.code]
    assert check.__name__ == rule.name.replace("-", "_")
    assert (check.__doc__ or "").startswith(f"{rule.code}: ")
    page = (ROOT / rule.page).read_text(encoding="utf-8")
    assert rule.code in page and rule.name in page
    if rule.code in FIXES:
        assert rule.code in (inspect.getmodule(FIXES[rule.code]).__doc__ or "")
        assert getattr(codemods, rule.code).codes == {rule.code}


def functions_of(module: ModuleType, returned: str) -> set[Callable[..., object]]:
    """Return the public functions of a module by what they return."""
    return {
        function
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and not name.startswith("_")
        if inspect.get_annotations(function).get("return") == returned
    }


def test_nothing_is_left_unregistered() -> None:
    checks = [module for _, module in inspect.getmembers(registry, inspect.ismodule)]
    assert {f for m in checks for f in functions_of(m, "Iterator[Report]")} == {*CHECKS.values()}
    plans = [m for name, m in inspect.getmembers(fixes, inspect.ismodule) if name[:3] == "tfr"]
    planners = {f for m in plans for f in functions_of(m, "Plan") if f.__name__.startswith("plan")}
    assert planners == {*FIXES.values()}


def test_starting_the_plugin_loads_no_check() -> None:
    code = """
import sys, flake8_tfretrace
from flake8_tfretrace.plugin import Plugin
flake8_tfretrace.check("import tensorflow as tf")
print(*(name for name in sys.modules if name.startswith("flake8_tfretrace.rules")))
flake8_tfretrace.check("import tensorflow as tf\\nf = tf.function(print)")
assert "flake8_tfretrace.rules.registry" in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
