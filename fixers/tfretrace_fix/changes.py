"""What a fix changes in a text, as pieces that an editor or a code host can replace."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tfretrace_fix.positions import gaps

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$")


class Change(NamedTuple):
    """A piece of a file, and what takes its place."""

    path: str
    start: tuple[int, int]
    """Line, from 1, and column, from 0, in characters."""
    end: tuple[int, int]
    """Of the first character behind the piece."""
    text: str


def lines_of(text: str) -> list[str]:
    """Return the lines of a text with their ends, as Python counts lines."""
    return _LINE.findall(text)


def changes(path: str, before: str, after: str) -> Iterator[Change]:
    """Yield what is to be replaced in a file so that its text becomes another one, in order."""
    old, new = lines_of(before), lines_of(after)
    for cut_lines, put_lines in _differences(old, new):
        cut, put = (
            "".join(lines[part.start : part.stop])
            for lines, part in ((old, cut_lines), (new, put_lines))
        )
        head = _common(cut, put)
        tail = _common(cut[head:][::-1], put[head:][::-1])
        start, stop = head, len(cut) - tail
        replaced = old[cut_lines.start : cut_lines.stop]
        yield Change(
            path,
            _position(replaced, cut_lines.start + 1, start),
            _position(replaced, cut_lines.start + 1, stop),
            put[head : len(put) - tail],
        )


def _differences(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[range, range]]:
    """Yield the lines that differ, in time in proportion to the texts."""
    for before, after in gaps(old, new):
        matcher = difflib.SequenceMatcher(
            None, old[before.start : before.stop], new[after.start : after.stop], autojunk=False
        )
        for kind, first, last, new_first, new_last in matcher.get_opcodes():
            if kind != "equal":
                yield before[first:last], after[new_first:new_last]


def _common(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


def _position(lines: Sequence[str], first: int, offset: int) -> tuple[int, int]:
    """Return line and column of an offset into lines that are joined, of which ``first`` is one."""
    for number, line in enumerate(lines, first):
        if offset < len(line):
            return number, offset
        offset -= len(line)
    return first + len(lines), offset
