"""What a fix changes in a text, as pieces that an editor or a code host can replace."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

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
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for kind, first, last, new_first, new_last in matcher.get_opcodes():
        if kind == "equal":
            continue
        cut, put = "".join(old[first:last]), "".join(new[new_first:new_last])
        head = _common(cut, put)
        tail = _common(cut[head:][::-1], put[head:][::-1])
        start, stop = head, len(cut) - tail
        yield Change(
            path,
            _position(old[first:last], first + 1, start),
            _position(old[first:last], first + 1, stop),
            put[head : len(put) - tail],
        )


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
