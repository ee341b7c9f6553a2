"""Source transformations with a line map: variants of a program, made by edits of its text.

A variant knows from which line of the program each of its lines comes, so that findings in both can
be compared. A transformation that does not apply raises :class:`NotApplicable`.
"""

from __future__ import annotations

import ast
import bisect
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flake8_tfretrace.program.scopes import first_line

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
Loop = ast.For | ast.AsyncFor | ast.While | Comprehension

INDENT = "    "


class NotApplicable(Exception):  # noqa: N818 - not an error: there is nothing to transform
    """The program has no place for this transformation."""


@dataclass(frozen=True)
class Edit:
    """The characters from ``start`` to ``end`` of a program, replaced."""

    start: int
    end: int
    text: str
    line: int | None = None
    """The line that new lines come from, if it is not that of ``start``."""


@dataclass(frozen=True)
class Variant:
    """A program that was transformed."""

    name: str
    text: str
    origins: Sequence[int]
    """For each line, the line of the program it comes from."""
    gone: frozenset[int] = frozenset()
    """Lines of the program that are in none of the lines here, so that nothing can be found."""
    modules: Mapping[str, str] = field(default_factory=dict)
    """Texts of other modules that the variant needs beside it, by file name."""

    def origin(self, line: int) -> int:
        """Return the line of the program that a line here comes from."""
        return self.origins[min(line, len(self.origins)) - 1]


class Program:
    """The text of a module, its syntax tree, and edits that keep the rest as it is.

    Raises:
        SyntaxError: the text is not Python.
    """

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.tree = ast.parse(self.text)
        self.lines = self.text.split("\n")
        self._starts = [0]
        for line in self.lines:
            self._starts.append(self._starts[-1] + len(line) + 1)
        self.parents = {
            child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)
        }

    # Positions

    def start_of_line(self, line: int) -> int:
        """Return where a line begins."""
        return self._starts[line - 1]

    def end_of_line(self, line: int) -> int:
        """Return where a line ends, before its line feed."""
        return self._starts[line] - 1

    def line_at(self, offset: int) -> int:
        """Return the line of a character."""
        return bisect.bisect_right(self._starts, offset)

    def offset(self, line: int, column: int) -> int:
        """Return the character at a line and a column in bytes, as the syntax tree has them."""
        text = self.lines[line - 1]
        if not text.isascii():
            column = len(text.encode()[:column].decode())
        return self.start_of_line(line) + column

    def start(self, node: ast.AST) -> int:
        """Return where a node begins, without its decorators."""
        return self.offset(_int(node, "lineno"), _int(node, "col_offset"))

    def end(self, node: ast.AST) -> int:
        """Return where a node ends."""
        return self.offset(_int(node, "end_lineno"), _int(node, "end_col_offset"))

    def source(self, node: ast.AST) -> str:
        """Return the text of a node, of a generator with its parentheses."""
        return self.text[self.start(node) : self.end(node)]

    @cached_property
    def string_lines(self) -> set[int]:
        """The lines that begin inside a string literal."""
        return {
            line
            for node in ast.walk(self.tree)
            if isinstance(node, ast.JoinedStr)
            or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))
            for line in range(node.lineno + 1, (node.end_lineno or node.lineno) + 1)
        }

    # Names

    @cached_property
    def words(self) -> frozenset[str]:
        """Every identifier of the text, also those in strings and comments."""
        return frozenset(re.findall(r"[^\W\d]\w*", self.text))

    def unused(self, name: str) -> str:
        """Return a name like ``name`` that the text does not have."""
        while name in self.words:
            name += "_"
        return name

    # The tree

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield what a node stands in, from the inside out."""
        while node in self.parents:
            node = self.parents[node]
            yield node

    def statement(self, node: ast.AST) -> ast.stmt:
        """Return the innermost statement of a node.

        Raises:
            NotApplicable: it is not in one.
        """
        for outer in (node, *self.above(node)):
            if isinstance(outer, ast.stmt):
                return outer
        raise NotApplicable

    def function(self, node: ast.AST) -> Function | ast.Lambda | None:
        """Return the innermost function whose body a node is in."""
        inner = node
        for outer in self.above(node):
            if isinstance(outer, ast.Lambda) and inner is outer.body:
                return outer
            if isinstance(outer, Function) and inner in outer.body:
                return outer
            inner = outer
        return None

    def loops(self, node: ast.AST) -> list[Loop]:
        """Return the loops of the same function that evaluate a node repeatedly, inside out."""
        found: list[Loop] = []
        inner = node
        for outer in self.above(node):
            if isinstance(outer, ast.Lambda | Function | ast.ClassDef) and inner not in getattr(
                outer, "decorator_list", ()
            ):
                break
            if isinstance(outer, ast.For | ast.AsyncFor):
                if inner in outer.body or inner is outer.target:
                    found.append(outer)
            elif isinstance(outer, ast.While):
                if inner in outer.body or inner is outer.test:
                    found.append(outer)
            elif isinstance(outer, Comprehension):
                first = outer.generators[0]
                if not (inner is first and node in (first.iter, *ast.walk(first.iter))):
                    found.append(outer)
            inner = outer
        return found

    def calls(self, name: str) -> list[ast.Call]:
        """Return the calls of a function or a method, by its name alone.

        Raises:
            NotApplicable: the name is also used in another way, or bound more than once.
        """
        found: list[ast.Call] = []
        bound = 0
        for node in ast.walk(self.tree):
            if isinstance(node, Definition):
                bound += node.name == name
            elif isinstance(node, ast.alias):
                bound += name in (node.asname, node.name)
            elif isinstance(node, ast.arg):
                bound += node.arg == name
            elif isinstance(node, ast.Global | ast.Nonlocal):
                bound += name in node.names
            if last_name(node) != name or not isinstance(node, ast.Name | ast.Attribute):
                continue
            parent = self.parents[node]
            if isinstance(node.ctx, ast.Store):
                bound += 1
            elif isinstance(parent, ast.Call) and node is parent.func:
                found.append(parent)
            else:
                raise NotApplicable
        if bound != 1:
            raise NotApplicable
        return sorted(found, key=self.start)

    def repeaters(self, node: ast.AST, depth: int = 4) -> list[Loop]:
        """Return the loops around a node and around the calls of the functions it is in.

        A function that nobody calls is entered once.

        Raises:
            NotApplicable: how often it runs cannot be told from calls by name.
        """
        found = self.loops(node)
        function = self.function(node)
        if function is None:
            return found
        if isinstance(function, ast.Lambda) or depth == 0:
            raise NotApplicable
        if any(
            decorator for decorator in function.decorator_list if last_name(decorator) != "function"
        ):
            raise NotApplicable
        is_method = isinstance(self.parents[function], ast.ClassDef)
        calls = self.calls(function.name)
        if len(calls) > 1 or (is_method and not calls):
            raise NotApplicable
        return [*found, *(loop for call in calls for loop in self.repeaters(call, depth - 1))]

    # Edits

    def indentation(self, statement: ast.stmt) -> str:
        """Return what stands before a statement that has its lines for itself.

        Raises:
            NotApplicable: it shares a line with another.
        """
        line, last = first_line(statement), _int(statement, "end_lineno")
        before = self.text[self.start_of_line(statement.lineno) : self.start(statement)]
        after = self.text[self.end(statement) : self.end_of_line(last)].strip()
        if before.strip() or (after and not after.startswith("#")):
            raise NotApplicable
        return re.match(r"\s*", self.lines[line - 1])[0]  # type: ignore[index]

    def before(self, statement: ast.stmt, *lines: str) -> Edit:
        """Put lines before a statement."""
        at = self.start_of_line(first_line(statement))
        indent = self.indentation(statement)
        return Edit(at, at, "".join(f"{indent}{line}".rstrip() + "\n" for line in lines))

    def after(self, statement: ast.stmt, *lines: str, indent: str | None = None) -> Edit:
        """Put lines after a statement."""
        at = self.end_of_line(_int(statement, "end_lineno"))
        indent = self.indentation(statement) if indent is None else indent
        return Edit(at, at, "".join("\n" + f"{indent}{line}".rstrip() for line in lines))

    def at_start(self, body: Sequence[ast.stmt], *lines: str) -> Edit:
        """Put lines at the start of a body, after its docstring."""
        if _is_docstring(body[0]):
            return self.after(body[0], *lines)
        return self.before(body[0], *lines)

    def above_definitions(self, *lines: str) -> Edit:
        """Put lines after the module's first imports, where everything can use them.

        Raises:
            NotApplicable: the module begins with something else.
        """
        last: ast.stmt | None = None
        for statement in self.tree.body:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                last = statement
            elif not _is_docstring(statement):
                break
        if last is None:
            raise NotApplicable
        return self.after(last, *lines)

    def under(self, statements: Sequence[ast.stmt], *header: str) -> list[Edit]:
        """Put statements that follow each other under a compound statement's header."""
        indent = self.indentation(statements[0])
        for statement in statements:
            self.indentation(statement)
        edits = [self.before(statements[0], *header)]
        lines = range(first_line(statements[0]), _int(statements[-1], "end_lineno") + 1)
        return edits + self.indented(lines, len(indent))

    def indented(self, lines: Iterable[int], at: int = 0) -> list[Edit]:
        """Indent lines by one level, except those that begin in a string."""
        edits = []
        for line in lines:
            if line not in self.string_lines and self.lines[line - 1].strip():
                start = self.start_of_line(line)
                column = at if not self.lines[line - 1][:at].strip() else 0
                edits.append(Edit(start + column, start + column, INDENT))
        return edits

    def replaced(self, node: ast.AST, text: str) -> Edit:
        """Put a text in place of a node."""
        parent = self.parents.get(node)
        if isinstance(node, ast.GeneratorExp) and isinstance(parent, ast.Call):
            if self.end(node) == self.end(parent):  # the call's parentheses are its own
                text = f"({text})"
        return Edit(self.start(node), self.end(node), text)

    def edited(self, name: str, edits: Iterable[Edit], gone: Iterable[int] = ()) -> Variant:
        """Return the program with edits, of which those at one place keep their order."""
        pieces: list[str] = []
        origins: list[int] = []
        begins = True

        def add(text: str, line: int, is_new: bool) -> None:
            nonlocal begins
            if not text:
                return
            pieces.append(text)
            for number, part in enumerate(re.findall(r"[^\n]*\n|[^\n]+", text)):
                if begins:
                    origins.append(line if is_new else line + number)
                begins = part.endswith("\n")

        at = 0
        for edit in sorted(edits, key=lambda edit: edit.start):
            if edit.start < at:
                raise NotApplicable
            add(self.text[at : edit.start], self.line_at(at), False)
            add(edit.text, edit.line or self.line_at(edit.start), True)
            at = edit.end
        add(self.text[at:], self.line_at(at), False)
        if begins:
            origins.append(len(self.lines))
        return Variant(name, "".join(pieces), origins, frozenset(gone))

    def rearranged(self, name: str, lines: Sequence[int]) -> Variant:
        """Return the program with its lines in another order."""
        return Variant(name, "\n".join(self.lines[line - 1] for line in lines), lines)


def last_name(node: ast.AST) -> str | None:
    """Return ``c`` for ``c``, ``a.b.c`` and calls of both."""
    if isinstance(node, ast.Call):
        return last_name(node.func)
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", None)


def names(node: ast.AST | Iterable[ast.AST]) -> set[str]:
    """Return the names that are read, bound or deleted in nodes."""
    nodes = [node] if isinstance(node, ast.AST) else list(node)
    return {n.id for outer in nodes for n in ast.walk(outer) if isinstance(n, ast.Name)}


def parameters(function: Function | ast.Lambda) -> list[ast.arg]:
    """Return all parameters of a function, in order."""
    of = function.args
    star = [arg for arg in (of.vararg, of.kwarg) if arg]
    return [*of.posonlyargs, *of.args, *of.kwonlyargs, *star]


def _int(node: ast.AST, attribute: str) -> int:
    value: int = getattr(node, attribute)
    return value


def _is_docstring(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )
