"""Every fixture gives the findings that its marks name, and no others."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from flake8_tfretrace import Finding, check
from flake8_tfretrace.catalog import CATALOG, DEFAULT_CODES, RULES, Rule
from flake8_tfretrace.finding import ASSUMPTIONS
from tests.marks import fixtures, marks, silenced
from tfretrace.fixture import FIXED_SUFFIX, UNSAFE_SUFFIX, Fixture

LONGEST_MESSAGE = 160
ALL_FIXTURES = fixtures()
SILENT = [fixture for fixture in ALL_FIXTURES if fixture.name.startswith("silent_")]
FIXED = [
    (fixture, path)
    for fixture in ALL_FIXTURES
    for suffix in (FIXED_SUFFIX, UNSAFE_SUFFIX)
    if (path := fixture.path.with_suffix(suffix)).exists()
]
CODE_SETS = sorted({(tuple(sorted(f.codes)), f.confidence) for f in ALL_FIXTURES})

each_fixture = pytest.mark.parametrize("fixture", ALL_FIXTURES, ids=lambda fixture: fixture.name)
each_rule = pytest.mark.parametrize("rule", CATALOG, ids=lambda rule: rule.code)


def findings(fixture: Fixture) -> list[Finding]:
    return check(fixture.text, str(fixture.path), settings=fixture.settings(), codes=fixture.codes)


def flagged(found: Iterable[Finding], text: str) -> Counter[tuple[str, str]]:
    """Return the codes with the lines they are on, wherever in the file these are."""
    lines = text.splitlines()
    return Counter((finding.code, lines[finding.line - 1].strip()) for finding in found)


def flake8(folder: Path, codes: Iterable[str], confidence: str) -> Counter[tuple[str, int, str]]:
    """Run flake8 on a folder and return the (file, line, code) of the TFR codes it reports."""
    command = [sys.executable, "-m", "flake8", "--isolated", "--ignore=C,E,F,W", "-j1"]
    command.append(f"--tfretrace-confidence={confidence}")
    opt_in = sorted({*codes} - DEFAULT_CODES)
    if opt_in:
        command.append(f"--extend-select={','.join(opt_in)}")
    done = subprocess.run([*command, "."], cwd=folder, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    reported: Counter[tuple[str, int, str]] = Counter()
    for text in done.stdout.splitlines():
        path, line, _, message = text.split(":", 3)
        reported[Path(path).name, int(line), message.split()[0]] += 1
    assert done.returncode == (1 if reported else 0)
    return reported


@each_fixture
def test_marks(fixture: Fixture) -> None:
    expected = marks(fixture.text)
    found = findings(fixture)
    assert Counter((f.line, f.code) for f in found) == Counter((m.line, m.code) for m in expected)
    placed = {(mark.line, mark.code, mark.column) for mark in expected if mark.column is not None}
    assert placed <= {(finding.line, finding.code, finding.column) for finding in found}


@pytest.mark.parametrize("fixture", SILENT, ids=lambda fixture: fixture.name)
def test_silent_fixtures_have_no_marks(fixture: Fixture) -> None:
    assert marks(fixture.text) == []


@pytest.mark.parametrize(("codes", "confidence"), CODE_SETS)
def test_flake8_reports_the_marks_and_honours_noqa(
    codes: tuple[str, ...], confidence: str, tmp_path: Path
) -> None:
    expected = Counter[tuple[str, int, str]]()
    for name in ("marked", "silenced"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "requirements.txt").write_text("tensorflow>=2.16\n")
    for fixture in ALL_FIXTURES:
        if (tuple(sorted(fixture.codes)), fixture.confidence) != (codes, confidence):
            continue
        name = fixture.path.name
        (tmp_path / "marked" / name).write_text(fixture.text, encoding="utf-8")
        (tmp_path / "silenced" / name).write_text(silenced(fixture.text), encoding="utf-8")
        expected.update((name, mark.line, mark.code) for mark in marks(fixture.text))
    assert flake8(tmp_path / "marked", codes, confidence) == expected
    assert flake8(tmp_path / "silenced", codes, confidence) == Counter()


@pytest.mark.parametrize(("fixture", "path"), FIXED, ids=lambda value: getattr(value, "name", ""))
def test_fixed_files(fixture: Fixture, path: Path) -> None:
    """What a fixed file still reports was reported before, on a line that nothing changed."""
    text = path.read_text(encoding="utf-8")
    before = flagged(findings(fixture), fixture.text)
    after = flagged(check(text, str(path), settings=fixture.settings(), codes=fixture.codes), text)
    assert after < before


@each_fixture
def test_messages(fixture: Fixture) -> None:
    """A message is short, and speaks of what stands in the file."""
    words = set(re.findall(r"\w+", fixture.text))
    for finding in findings(fixture):
        assert len(str(finding).partition(" (if ")[0]) < LONGEST_MESSAGE
        assert "\n" not in finding.message
        quoted = re.search(r"'([^']*)'", finding.message)
        named = re.findall(r"\w+", quoted[1] if quoted else finding.message)
        if quoted and quoted[1].endswith("..."):
            named.pop()
        known = [word in words for word in named]
        assert all(known) if quoted else any(known), finding.message


@each_fixture
def test_witnesses(fixture: Fixture) -> None:
    """Each finding carries the steps that make it true, in lines that there are."""
    length = len(fixture.text.splitlines())
    for finding in findings(fixture):
        witness = finding.witness
        assert finding.confidence == witness.confidence == fixture.confidence
        assert witness.steps and witness.assumptions <= ASSUMPTIONS.keys()
        assert all(step.text and 1 <= step.line <= length for step in witness.steps)
        assert {step.path for step in witness.steps} == {str(fixture.path)}


@each_rule
def test_every_rule_has_fixtures(rule: Rule) -> None:
    marked = [f for f in ALL_FIXTURES if any(m.code == rule.code for m in marks(f.text))]
    own = [fixture for fixture in marked if fixture.name.startswith(f"{rule.code}_")]
    assert len(own) >= 2
    silent = [f for f in SILENT if f.name.startswith(f"silent_{rule.code}_")]
    assert silent
    assert all(rule.code in fixture.codes for fixture in silent)


def test_catalogue_is_sorted_and_unique() -> None:
    codes = [rule.code for rule in CATALOG]
    assert codes == sorted(set(codes))
    assert len({rule.name for rule in CATALOG}) == len(codes) == len(RULES)
    assert all(re.fullmatch(r"TFR[1-6]\d\d", code) for code in codes)
