"""Where :mod:`ast` nodes lie in the text, in characters, and where lines come from."""

from __future__ import annotations

import ast
import difflib
import io
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tfretrace_fix.edits import (
    AddDecorator,
    AddImport,
    AddParameter,
    AppendElement,
    Edit,
    InsertAfter,
    InsertBefore,
    InsertFirst,
    KeepDecorators,
    MoveBefore,
    Rename,
    Replace,
    ReplaceStatement,
    SplitParameter,
)

Position = tuple[int, int]
"""Line, 1-based, and column, 0-based, in characters."""


class Span(NamedTuple):
    """From ``start`` up to, not including, ``end``."""

    start: Position
    end: Position

    def overlaps(self, other: Span) -> bool:
        """Say whether the spans share a character, or a point touches the other span."""
        if self.start == self.end or other.start == other.end:
            return self.start <= other.end and other.start <= self.end
        return self.start < other.end and other.start < self.end


def _characters(line: str, byte_column: int) -> int:
    if line.isascii():
        return byte_column
    return len(line.encode()[:byte_column].decode())


def start_of(node: ast.expr | ast.stmt, lines: Sequence[str]) -> Position:
    """Return where ``node`` starts; a definition starts at ``def`` or ``class``."""
    return node.lineno, _characters(lines[node.lineno - 1], node.col_offset)


def end_of(node: ast.expr | ast.stmt, lines: Sequence[str]) -> Position:
    """Return where ``node`` ends."""
    assert node.end_lineno is not None and node.end_col_offset is not None
    return node.end_lineno, _characters(lines[node.end_lineno - 1], node.end_col_offset)


def span_of(node: ast.expr | ast.stmt, lines: Sequence[str]) -> Span:
    """Return the span of ``node`` in ``lines``."""
    return Span(start_of(node, lines), end_of(node, lines))


def spans_touched(edit: Edit, lines: Sequence[str]) -> list[Span]:
    """Return the places that ``edit`` changes; no two fixes may touch the same one in a round."""
    match edit:
        case AddImport():
            return []
        case InsertBefore(node=node):
            return [_point(start_of(node, lines))]
        case InsertAfter(node=node):
            return [_point(end_of(node, lines))]
        case AppendElement(sequence=sequence):
            return [span_of(sequence, lines)]
        case InsertFirst(function=function):
            return [_point(start_of(function.body[0], lines))]
        case (
            AddParameter(function=function)
            | SplitParameter(function=function)
            | Rename(function=function)
            | AddDecorator(function=function)
        ):
            body = function.body if isinstance(function, ast.Lambda) else function.body[0]
            return [Span(start_of(function, lines), start_of(body, lines))]
        case KeepDecorators(function=function):
            first = start_of(function.decorator_list[0], lines)
            return [Span(first, start_of(function, lines))]
        case MoveBefore(node=node, target=target):
            return [span_of(node, lines), _point(start_of(target, lines))]
        case Replace(node=node) | ReplaceStatement(node=node):
            return [span_of(node, lines)]
        case _:
            return [span_of(edit.call, lines)]


def nodes_of(edit: Edit) -> list[ast.expr | ast.stmt]:
    """Return the nodes that ``edit`` names."""
    values = getattr(edit, "values", {}).values()
    fields = vars(edit).values()
    return [node for node in (*fields, *values) if isinstance(node, ast.expr | ast.stmt)]


def _point(position: Position) -> Span:
    return Span(position, position)


@lru_cache(maxsize=8)
def original_lines(source: str, text: str) -> tuple[int, ...]:
    """Return for each line of ``text``, from index 1 on, the line of ``source`` it comes from.

    A new line comes from the line it took the place of, or stands below.
    """
    before, after = (list(io.StringIO(part, newline=None)) for part in (source, text))
    origins = [1]
    for old, new in gaps(before, after):
        matcher = difflib.SequenceMatcher(
            None, before[old.start : old.stop], after[new.start : new.stop]
        )
        for _, i, j, k, end in matcher.get_opcodes():
            last = max(old.start + j, 1)
            origins += [min(old.start + i + offset + 1, last) for offset in range(end - k)]
        if old.stop < len(before):
            origins.append(old.stop + 1)
    return tuple(origins)


def gaps(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[range, range]]:
    """Yield what lies between the lines that are unique in both texts, and in the same order.

    So that a difference takes time in proportion to the texts, and not to their product.
    """
    old, new = Counter(before), Counter(after)
    places = {line: k for k, line in enumerate(after) if new[line] == 1}
    pairs = [
        (i, places[line]) for i, line in enumerate(before) if old[line] == 1 and line in places
    ]
    # The longest increasing subsequence: for each length, the pair it may end with.
    ends: list[int] = []
    heads: list[int] = []
    above: list[int] = []
    for number, (_, k) in enumerate(pairs):
        length = bisect_left(ends, k)
        above.append(heads[length - 1] if length else -1)
        ends[length : length + 1] = [k]
        heads[length : length + 1] = [number]
    chain: list[tuple[int, int]] = [(len(before), len(after))]
    number = heads[-1] if heads else -1
    while number >= 0:
        chain.append(pairs[number])
        number = above[number]
    i = k = 0
    for next_i, next_k in reversed(chain):
        yield range(i, next_i), range(k, next_k)
        i, k = next_i + 1, next_k + 1
