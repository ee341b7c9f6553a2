"""The marks of the fixtures: trailing comments that say which findings a line must have.

``step(x, n)  # TFR101`` expects that code on that line, ``# TFR101:8`` also at that 0-based
column, ``# TFR101 TFR301`` both. ``# likely TFR502`` expects a finding that is only shown where
likely ones are asked for. A line without a mark must have no finding.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tfretrace.fixture import Fixture, find_fixtures

FIXTURES = Path(__file__).parents[1] / "fixtures"

_MARK = re.compile(r"#( TFR\d{3}(:\d+)?)+")
_LIKELY = re.compile(r"# likely(( TFR\d{3}(:\d+)?)+)")


@dataclass(frozen=True)
class Mark:
    """One expected finding."""

    line: int
    code: str
    column: int | None


def fixtures() -> list[Fixture]:
    """Return all fixtures of the project, by name."""
    found = find_fixtures(FIXTURES)
    assert found, f"no fixtures in {FIXTURES}"
    return found


def marks(source: str, *, likely: bool = False) -> list[Mark]:
    """Return what the marks in ``source`` expect by default, or as likely, in source order."""
    found = []
    for comment in _mark_comments(source, _LIKELY if likely else _MARK):
        for word in comment.string.split()[2 if likely else 1 :]:
            code, _, column = word.partition(":")
            found.append(Mark(comment.start[0], code, int(column) if column else None))
    return found


def silenced(source: str) -> str:
    """Return ``source`` with every mark turned into the ``# noqa`` comment for its codes."""
    lines = source.splitlines(keepends=True)
    for comment in _mark_comments(source):
        line, column = comment.start
        text = lines[line - 1]
        codes = ",".join(word.partition(":")[0] for word in comment.string.split()[1:])
        rest = text[column + len(comment.string) :]
        lines[line - 1] = f"{text[:column]}# noqa: {codes}{rest}"
    return "".join(lines)


def _mark_comments(source: str, pattern: re.Pattern[str] = _MARK) -> Iterator[tokenize.TokenInfo]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and pattern.fullmatch(token.string):
            yield token
