"""The form of changed lines: continuation lines are aligned again, and none is too long.

Only what an edit changed is laid out, in the way of the lines around it. What comes out means the
same, or else it is left as it was.
"""

from __future__ import annotations

import ast
import difflib
import io
import itertools
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_OPENING = frozenset("([{")
_CLOSING = frozenset(")]}")
_PRAGMA = re.compile(r"#\s*(?:noqa|type:|pylint:|pragma|pyright:|fmt:|nosec)")
"""Comments that are about the line that they stand on."""
_WITH_VALUE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return)
_STEP = 4
"""Columns that continuation lines are indented by, where they are not aligned."""


@dataclass(frozen=True)
class Style:
    """How a file writes what does not fit on a line."""

    length: int
    """The most characters of a line."""
    aligned: bool
    """Whether arguments stand below the first one, and not on lines of their own."""


@dataclass(frozen=True)
class _Bracket:
    """An opening bracket, and where it is closed."""

    line: int
    column: int
    parent: _Bracket | None

    @property
    def depth(self) -> int:
        """The number of brackets that it is in."""
        return 0 if self.parent is None else self.parent.depth + 1


@dataclass(frozen=True)
class _Pair:
    """Brackets that are opened and closed on one line, and the commas right in them."""

    opening: int
    closing: int
    commas: tuple[int, ...]


def laid_out(before: Sequence[str], after: Sequence[str], style: Style | None) -> list[str]:
    """Return the lines ``after`` an edit of the lines ``before``, laid out.

    Both are whole statements. Without a style, lines may have any length.
    """
    lines = _aligned(before, after)
    if style is not None:
        known = {*before}
        lines = [
            part
            for line in lines
            for part in ([line] if line in known else _wrapped(line, style, lines))
        ]
    return lines if lines == [*after] or _same_meaning(lines, after) else [*after]


def is_aligned(lines: Sequence[str]) -> bool:
    """Whether a file mostly aligns continuation lines with what follows the opening bracket."""
    counts = {True: 0, False: 0}
    for bracket, number in _first_continuations(lines):
        follows = lines[bracket.line][bracket.column + 1 :].strip()
        is_hanging = not follows or follows.startswith("#")
        if is_hanging or _indentation(lines[number]) == bracket.column + 1:
            counts[not is_hanging] += 1
    return counts[True] > counts[False]


def _first_continuations(lines: Sequence[str]) -> Iterator[tuple[_Bracket, int]]:
    """Yield the brackets that are not closed on their line, with the number of the next line."""
    around = _brackets_around(lines)
    for number, bracket in enumerate(around or ()):
        if bracket is not None and bracket.line == number - 1 and lines[number].strip():
            yield bracket, number


def _aligned(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """Move continuation lines with the brackets that they were aligned with."""
    lines = list(after)
    old_around, new_around = _brackets_around(before), _brackets_around(after)
    if old_around is None or new_around is None:
        return lines
    for old, new in _pairs_of_lines(before, after):
        bracket, other = old_around[old], new_around[new]
        if bracket is None or other is None or not before[old].strip():
            continue
        if bracket.depth != other.depth:
            # It is in another bracket now.
            continue
        indentation = _indentation(before[old])
        follows = before[bracket.line][bracket.column + 1 :].strip()
        if not follows or follows.startswith("#"):
            step = indentation - _indentation(before[bracket.line])
            wanted = _indentation(lines[other.line]) + step
        elif indentation == bracket.column + 1:
            moved = _indentation(lines[other.line]) - _indentation(after[other.line])
            wanted = other.column + 1 + moved
        else:
            continue
        lines[new] = " " * max(wanted, 0) + lines[new].lstrip(" ")
    return lines


def _pairs_of_lines(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of lines that come from each other, as far as it is clear."""
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for tag, i, j, k, end in matcher.get_opcodes():
        if tag == "equal" or j - i == end - k:
            yield from zip(range(i, j), range(k, end), strict=True)


def _brackets_around(lines: Sequence[str]) -> list[_Bracket | None] | None:
    """Return the innermost bracket that is open where each line starts; None in strings, too.

    Nothing if the lines are no tokens.
    """
    around: list[_Bracket | None] = [None] * len(lines)
    current: _Bracket | None = None
    try:
        for token in _tokens(lines):
            first, column = token.start
            if first <= len(lines) and current is not None:
                is_first = not lines[first - 1][:column].strip()
                around[first - 1] = around[first - 1] or (current if is_first else None)
            if token.type == tokenize.OP and token.string in _OPENING:
                current = _Bracket(first - 1, column, current)
            elif token.type == tokenize.OP and token.string in _CLOSING and current is not None:
                current = current.parent
    except (tokenize.TokenError, SyntaxError):
        return None
    return around


def _tokens(lines: Sequence[str]) -> Iterator[tokenize.TokenInfo]:
    return tokenize.generate_tokens(io.StringIO("\n".join([*lines, ""])).readline)


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _wrapped(line: str, style: Style, lines: Sequence[str]) -> list[str]:
    """Break a line that is too long at its longest brackets, as far as that is possible."""
    if len(line) <= style.length or _PRAGMA.search(line):
        return [line]
    if elements := _tuple(line):
        first, end = elements[0][0], elements[-1][1]
        inner = " " * (_indentation(line) + _STEP)
        parts = [
            part
            for i, k in elements
            for part in _wrapped(f"{inner}{line[i:k].strip()},", style, lines)
        ]
        return [f"{line[:first]}(", *parts, f"{' ' * _indentation(line)}){line[end:]}"]
    if operation := _operation(line):
        return _parenthesised(line, *operation, style)
    pairs = [p for p in _outer_pairs(line) if line[p.opening + 1 : p.closing].strip()]
    if not pairs:
        return [line]
    pair = max(reversed(pairs), key=lambda pair: pair.closing - pair.opening)
    if style.aligned and (parts := _filled(line, pair, style.length)):
        return parts
    return _hanging(line, pair, style, lines)


def _value(line: str) -> tuple[ast.expr, int] | None:
    """Return the value of a statement that is not in brackets, and how far it is indented."""
    text = line.strip()
    try:
        (statement,) = ast.parse(text).body
    except (SyntaxError, ValueError):
        return None
    value = getattr(statement, "value", None)
    if not isinstance(statement, _WITH_VALUE) or not isinstance(value, ast.expr):
        return None
    if not text.isascii() or text[: value.col_offset].endswith("("):
        return None
    code = text[value.col_offset : value.end_col_offset]
    pair = next(iter(_outer_pairs(code)), None)
    is_in_brackets = pair is not None and (pair.opening, pair.closing) == (0, len(code) - 1)
    return None if is_in_brackets else (value, _indentation(line))


def _tuple(line: str) -> list[tuple[int, int]]:
    """Return where the elements of a tuple without brackets begin and end."""
    match _value(line):
        case (ast.Tuple(col_offset=first, end_col_offset=int(end)), start):
            pair = _outer_pairs(f"({line.strip()[first:end]})")[0]
            cuts = [first, *(first + comma - 1 for comma in pair.commas), end]
            return [
                (start + i + (number > 0), start + k)
                for number, (i, k) in enumerate(itertools.pairwise(cuts))
            ]
    return []


def _operation(line: str) -> tuple[int, int, list[int]] | None:
    """Return where the value of a statement begins and ends that is an operation without brackets.

    With the places of the operators that bind the least.
    """
    text = line.strip()
    match _value(line):
        case (ast.BinOp() | ast.BoolOp() as value, start):
            pass
        case _:
            return None
    assert value.end_col_offset is not None
    ends: list[int] = []
    if isinstance(value, ast.BoolOp):
        ends = [operand.end_col_offset or 0 for operand in value.values[:-1]]
    operation: ast.expr = value
    is_sum = isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add | ast.Sub)
    while isinstance(operation, ast.BinOp) and (
        isinstance(operation.op, ast.Add | ast.Sub) == is_sum
    ):
        ends.insert(0, operation.left.end_col_offset or 0)
        operation = operation.left
        if text[operation.end_col_offset or 0 :].lstrip().startswith(")"):
            break
    operators = [len(text) - len(text[end:].lstrip(" )")) for end in ends]
    return start + value.col_offset, start + value.end_col_offset, [start + o for o in operators]


def _parenthesised(
    line: str, first: int, end: int, operators: list[int], style: Style
) -> list[str]:
    """Put an operation in brackets on lines of its own, and break before operators if needed."""
    start = _indentation(line)
    inner = " " * (start + _STEP)
    lines = [f"{line[:first]}("]
    parts = [line[first:end]]
    if len(inner) + len(parts[0]) > style.length:
        places = [first, *operators, end]
        parts = [line[i:k].strip() for i, k in itertools.pairwise(places)]
    return [*lines, *(inner + part for part in parts), f"{' ' * start}){line[end:]}"]


def _hanging(line: str, pair: _Pair, style: Style, lines: Sequence[str]) -> list[str]:
    """Put what stands in brackets on lines of its own."""
    start = _indentation(line)
    inner = " " * (start + _STEP)
    head, tail = line[: pair.opening + 1], " " * start + line[pair.closing :]
    body = line[pair.opening + 1 : pair.closing].strip()
    if len(inner) + len(body) <= style.length or not pair.commas:
        return [head, *_wrapped(inner + body, style, lines), tail]
    elements = [f"{inner}{element}," for element in _elements(line, pair)]
    return [head, *(part for e in elements for part in _wrapped(e, style, lines)), tail]


def _filled(line: str, pair: _Pair, length: int) -> list[str]:
    """Put as much on each line as fits, below the first argument; nothing if that is too much."""
    column = pair.opening + 1
    head, tail = line[:column], line[pair.closing :]
    parts = [head]
    *elements, last = _elements(line, pair)
    for element in [*(f"{e}," for e in elements), f"{last}{tail}"]:
        space = "" if parts[-1] == head or not parts[-1].strip() else " "
        if parts[-1] != head and len(parts[-1]) + len(space) + len(element) > length:
            parts.append(" " * column + element)
        else:
            parts[-1] += space + element
    return parts if all(len(part) <= length for part in parts) else []


def _elements(line: str, pair: _Pair) -> list[str]:
    """Return what the commas in brackets separate."""
    places = [pair.opening, *pair.commas, pair.closing]
    parts = [line[i + 1 : k].strip() for i, k in itertools.pairwise(places)]
    return [part for part in parts if part]


def _outer_pairs(line: str) -> list[_Pair]:
    """Return the brackets of a line that are in no others, and are closed on it."""
    pairs: list[_Pair] = []
    opened: list[int] = []
    commas: list[int] = []
    is_plain = True
    lambdas = 0
    try:
        tokens = list(_tokens([line.strip()]))
    except (tokenize.TokenError, SyntaxError):
        tokens = list(_as_far_as_possible(line.strip()))
    shift = _indentation(line)
    for token in tokens:
        text, column = token.string, token.start[1] + shift
        if token.type == tokenize.OP and text in _OPENING:
            opened.append(column)
            if len(opened) == 1:
                commas, is_plain, lambdas = [], True, 0
        elif token.type == tokenize.OP and text in _CLOSING:
            if not opened:
                # It closes a bracket of a line above.
                pairs.clear()
                continue
            opening = opened.pop()
            if not opened:
                pairs.append(_Pair(opening, column, tuple(commas) if is_plain else ()))
        elif len(opened) == 1 and token.type == tokenize.NAME and text in ("for", "lambda"):
            is_plain &= text != "for"
            lambdas += text == "lambda"
        elif len(opened) == 1 and token.type == tokenize.OP and text == ":" and lambdas:
            lambdas -= 1
        elif len(opened) == 1 and token.type == tokenize.OP and text == "," and not lambdas:
            commas.append(column)
    return [pair for pair in pairs if not opened or pair.opening > opened[0]]


def _as_far_as_possible(text: str) -> Iterator[tokenize.TokenInfo]:
    """Yield tokens until they end, for a line that is a part of a statement."""
    try:
        yield from _tokens([text])
    except (tokenize.TokenError, SyntaxError):
        return


def _same_meaning(lines: Sequence[str], others: Sequence[str]) -> bool:
    try:
        one, other = (ast.dump(ast.parse("\n".join(part))) for part in (lines, others))
    except SyntaxError:
        return False
    return one == other
