"""The rule pages say what the code does."""

from __future__ import annotations

import re

import pytest
from tfretrace_fix.fixes import FIXES

from docs import build_rules
from flake8_tfretrace import check
from flake8_tfretrace.catalog import CATALOG, DEFAULT_CODES, Rule

SECTIONS = [
    "Example",
    "Use instead",
    "What it reports",
    "Why it is bad",
    "When it is silent",
    "Fix safety",
    "How to turn it off",
    "References",
]
every_rule = pytest.mark.parametrize("rule", CATALOG, ids=lambda rule: rule.code)


def page(rule: Rule) -> str:
    return (build_rules.ROOT / rule.page).read_text(encoding="utf-8")


def reported(rule: Rule, block: str) -> list[str]:
    codes = DEFAULT_CODES | {rule.code}
    return [finding.code for finding in check(block, "example.py", codes=codes)]


def test_there_is_a_page_for_each_rule_and_no_other() -> None:
    expected = {f"{rule.code}.md" for rule in CATALOG} | {"index.md"}
    assert {path.name for path in build_rules.RULE_PAGES.iterdir()} == expected


def test_generated_blocks_are_fresh(capsys: pytest.CaptureFixture[str]) -> None:
    assert build_rules.main(["--check"]) == 0, capsys.readouterr().err


@every_rule
def test_page_has_title_and_sections(rule: Rule) -> None:
    text = page(rule)
    assert text.startswith(f"# {rule.code} {rule.name}\n")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == SECTIONS


@every_rule
def test_page_shows_measured_fixtures(rule: Rule) -> None:
    measured = page(rule).partition("generated: measured")[2].partition("<!-- end")[0]
    assert measured.count(f"`{rule.code}_") >= 2


@every_rule
def test_bad_example_is_reported(rule: Rule) -> None:
    (example,) = build_rules.python_blocks(page(rule), "Example")
    assert rule.code in reported(rule, example)


@every_rule
def test_good_examples_are_silent(rule: Rule) -> None:
    blocks = build_rules.python_blocks(page(rule), "Use instead")
    assert blocks
    for block in blocks:
        assert reported(rule, block) == []


@every_rule
def test_page_says_how_safe_the_fix_is(rule: Rule) -> None:
    safety = page(rule).partition("\n## Fix safety\n")[2].partition("\n## ")[0].strip()
    kinds = {kind for kind in ("safe", "unsafe") if f"**{kind.capitalize()}**" in safety}
    assert kinds <= set(rule.fix.split("/"))
    assert safety.startswith("Report only") == (not kinds) == (rule.code not in FIXES)


def test_stale_block_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(build_rules._RULE_BLOCKS, "switch", lambda rule, page: iter(["other"]))
    assert build_rules.main(["--check"]) == 1
    assert "TFR101.md is stale; run: python docs/build_rules.py" in capsys.readouterr().err
