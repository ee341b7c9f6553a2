"""The case studies: their headers, and their page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench.case_studies import Case, CaseError, cases, read_case, written
from docs.build_rules import ROOT

PAGE = ROOT / "docs" / "case-studies.md"
ALL_CASES = cases()
HEADER = """\
# title: A number
# repository: owner/name
# commit: 0123456789012345678901234567890123456789
# licence: MIT
# program: folder/train.py
# options:
# replace: epochs = 50 => epochs = 5
# story: One,
# story: two.
"""

each_case = pytest.mark.parametrize("case", ALL_CASES, ids=lambda case: case.name)


@each_case
def test_cases(case: Case) -> None:
    assert re.fullmatch(r"[\w.-]+/[\w.-]+", case.repository)
    assert re.fullmatch(r"[0-9a-f]{40}", case.commit)
    assert case.story.endswith(".")
    compile(case.driver, case.name, "exec")


def test_the_page_has_each_case() -> None:
    """Otherwise run ``python -m bench.case_studies NAME --write docs/case-studies.md``."""
    text = PAGE.read_text(encoding="utf-8")
    assert re.findall(r"<!-- case: (\w+) ", text) == [case.name for case in ALL_CASES]
    assert all(case.address in text and f"### {case.title}\n" in text for case in ALL_CASES)
    assert written(text, []) == text


def test_a_header(tmp_path: Path) -> None:
    path = tmp_path / "epochs.py"
    path.write_text(HEADER + '"""Runs it."""\n', encoding="utf-8")
    case = read_case(path)
    assert case.name == "epochs"
    assert case.replaced == (("epochs = 50", "epochs = 5"),)
    assert case.story == "One, two."
    assert case.commands == [
        ["tfretrace-fix", "--verify", "python case_study.py", "folder/train.py"]
    ]
    path.write_text(HEADER.replace("licence", "license"), encoding="utf-8")
    with pytest.raises(CaseError, match="licence"):
        read_case(path)


def test_a_profile_is_recorded_first(tmp_path: Path) -> None:
    path = tmp_path / "epochs.py"
    path.write_text(HEADER.replace("options:", "options: --profile seen.json"), encoding="utf-8")
    record, fix = read_case(path).commands
    assert record == ["tfretrace", "--profile", "seen.json", "case_study.py"]
    assert fix[:3] == ["tfretrace-fix", "--profile", "seen.json"]
