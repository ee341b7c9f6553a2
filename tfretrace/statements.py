"""The statements of source files, by line: the places at which what is read and what runs meet."""

from __future__ import annotations

import ast
import os
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Statement:
    """A simple statement, or the header of a compound one."""

    file: str
    first: int
    last: int


class Source:
    """A source file."""

    def __init__(self, file: str, text: str | None = None) -> None:
        self.file = file
        self._text = text
        """What it held when it ran, if that is known."""

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree; an empty one where the file cannot be read."""
        try:
            if self._text is not None:
                return ast.parse(self._text)
            with tokenize.open(self.file) as stream:
                return ast.parse(stream.read())
        except (OSError, SyntaxError, ValueError):
            return ast.Module([], [])

    def at(self, line: int) -> Statement:
        """Return the statement on a line; the line alone where there is none."""
        found = Statement(self.file, line, line)
        for node in self._around(line, self.tree):
            if isinstance(node, ast.stmt):
                found = Statement(self.file, _first(node), _last_of_header(node))
        return found

    def is_in_loop(self, line: int) -> bool:
        """Whether a line is in the body of a loop of the function, class or module around it."""
        inside = False
        for node in self._around(line, self.tree):
            if isinstance(node, ast.For | ast.AsyncFor | ast.While):
                inside = inside or line > _last_of_header(node)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                # Its decorators are evaluated where it stands.
                inside = inside and line <= _last_of_header(node)
        return inside

    def loops_within(self, where: Statement) -> bool:
        """Whether a statement runs parts of itself again and again, as a comprehension does."""
        kinds = (ast.For, ast.AsyncFor, ast.While, ast.comprehension, ast.Lambda)
        return any(
            isinstance(inner, kinds)
            for node in self._around(where.first, self.tree)
            if isinstance(node, ast.stmt)
            and (_first(node), _last_of_header(node)) == (where.first, where.last)
            for inner in ast.walk(node)
        )

    def body_of_loop(self, line: int) -> Statement | None:
        """Return the first statement in the loop whose header is on a line."""
        for node in self._around(line, self.tree):
            if isinstance(node, ast.For | ast.AsyncFor | ast.While) and node.lineno == line:
                return self.at(node.body[0].lineno)
        return None

    def function_around(self, line: int) -> int:
        """Return the line of the innermost function or class around a line; 0 for none."""
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        around = [node.lineno for node in self._around(line, self.tree) if isinstance(node, kinds)]
        return max(around, default=0)

    def binds(self, line: int) -> bool:
        """Whether a statement on a line gives something a value."""
        kinds = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.With)
        return any(
            isinstance(node, kinds) and _first(node) <= line <= _last_of_header(node)
            for node in self._around(line, self.tree)
        )

    def argument(self, line: int, column: int) -> int | str | None:
        """Return which argument of a call is at a place: its position or its keyword."""
        for node in ast.walk(self.tree):
            if not isinstance(node, ast.Call):
                continue
            for position, value in enumerate(node.args):
                if isinstance(value, ast.Starred):
                    break
                if self._begins(value, line, column):
                    return position
            for keyword in node.keywords:
                if self._begins(keyword.value, line, column):
                    return keyword.arg
        return None

    def _begins(self, node: ast.expr, line: int, column: int) -> bool:
        # Both count in characters where the line is ASCII; elsewhere nothing is found.
        return (node.lineno, node.col_offset) == (line, column)

    def _around(self, line: int, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the statements around a line, the outermost first."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
                first, last = _span(child)
                if first <= line <= last:
                    yield child
                    yield from self._around(line, child)
                    return


def _span(node: ast.AST) -> tuple[int, int]:
    if isinstance(node, ast.match_case):
        return node.pattern.lineno, node.body[-1].end_lineno or node.pattern.lineno
    assert isinstance(node, ast.stmt | ast.ExceptHandler)
    return _first(node), node.end_lineno or node.lineno


def _first(node: ast.stmt | ast.ExceptHandler) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _last_of_header(node: ast.stmt) -> int:
    body = getattr(node, "body", None)
    if not body:
        return node.end_lineno or node.lineno
    return max(node.lineno, _first(body[0]) - 1)


class Sources:
    """Source files by name, each read once, and not those whose ``texts`` are known."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._names: dict[str, str] = {}
        named = {self.name(file): text for file, text in texts.items()}
        self._known = {name: Source(name, text) for name, text in named.items()}

    def name(self, file: str) -> str:
        """Return the one name that a file is known by."""
        if file not in self._names:
            self._names[file] = os.path.realpath(file)
        return self._names[file]

    def source(self, file: str) -> Source:
        """Return a file."""
        name = self.name(file)
        return self._known.setdefault(name, Source(name))

    def statement(self, file: str, line: int) -> Statement:
        """Return the statement at a place."""
        return self.source(file).at(line)
