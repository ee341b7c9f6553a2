"""Write down what the expressions of a program give when it runs.

:func:`instrumented` puts a call around each expression of a text, which stays as it is otherwise:
lines, and what the calls do, are the same. :class:`Log` is what is called.
"""

from __future__ import annotations

import ast
import builtins
import weakref
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bench.concretization import Concrete, summary
from bench.program_variants import Program

NAME = "_tfretrace_seen"
"""The built-in that an instrumented program calls. It has no two underscores, or classes would
mangle it."""
_LOGGED = (
    *(ast.Attribute, ast.Await, ast.BinOp, ast.BoolOp, ast.Call, ast.Compare, ast.Dict),
    *(ast.DictComp, ast.GeneratorExp, ast.IfExp, ast.JoinedStr, ast.Lambda, ast.List),
    *(ast.ListComp, ast.Name, ast.NamedExpr, ast.Set, ast.SetComp, ast.Subscript, ast.Tuple),
    ast.UnaryOp,
)
_DISTINCT = 100
"""Of an expression with more different values, the later ones are not looked at."""
_DIRECTIVES = ("set_loop_options", "set_element_type")
"""Calls that AutoGraph looks for in the source."""


@dataclass
class Observed:
    """What one expression gave."""

    evaluations: int = 0
    values: set[Concrete] = field(default_factory=set)


def expressions(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the expressions of a module that can be put into a call, outer ones first."""
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, _LOGGED) and isinstance(getattr(node, "ctx", _LOAD), ast.Load):
            if not (isinstance(node, ast.Tuple) and any(map(_is_slice, node.elts))):
                yield node
        pending += _below(node)


_LOAD = ast.Load()


def _below(node: ast.AST) -> list[ast.AST]:
    if isinstance(node, (ast.JoinedStr, ast.pattern)):
        return []
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        if getattr(node.value.func, "attr", "") in _DIRECTIVES:
            return []
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "super":
        return []
    found: list[object] = []
    for name, child in ast.iter_fields(node):
        if name not in ("annotation", "returns", "type_params") and not isinstance(node, ast.alias):
            found += child if isinstance(child, list) else [child]
    return [part for part in found if isinstance(part, ast.AST)]


def _is_slice(node: ast.expr) -> bool:
    return isinstance(node, ast.Slice)


def instrumented(program: Program, first: int = 0) -> tuple[str, list[ast.expr]]:
    """Return the text with a call around each expression, and these expressions.

    Args:
        program: the program.
        first: the number of the first expression in the log; the others follow it.
    """
    nodes = [node for node in expressions(program.tree) if _has_place(node, program)]
    inserted: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for number, node in enumerate(nodes, first):
        start, end = program.start(node), program.end(node)
        before = program.text[start - 1 : start]
        space = " " if before.isalnum() or before == "_" else ""
        # Where one call ends, those inside it end first; where one begins, those outside begin.
        inserted[start].append((-end, f"{space}{NAME}({number}, ("))
        inserted[end].append((-start, "))"))
    parts, last = [], 0
    for offset in sorted(inserted):
        parts += [program.text[last:offset], *(text for _, text in sorted(inserted[offset]))]
        last = offset
    return "".join([*parts, program.text[last:]]), nodes


def _has_place(node: ast.expr, program: Program) -> bool:
    """Whether the text of an expression is its own: a lone generator shares its parentheses."""
    if isinstance(node, ast.GeneratorExp):
        return program.end(node) < program.end(program.parents[node])
    return not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "super")


class Log:
    """What the expressions of the programs in this process gave."""

    def __init__(self, calls: frozenset[int]) -> None:
        """Begin a log.

        Args:
            calls: the numbers of the expressions that are calls.
        """
        self.observed: dict[int, Observed] = defaultdict(Observed)
        self._calls = calls
        self._given: dict[int, tuple[Any, set[int]]] = {}
        """The calls that gave an object, by its identity."""

    def install(self) -> None:
        """Let instrumented programs of this process write into this log."""

        def seen(number: int, value: object) -> object:
            self._note(number, value)
            return value

        # AutoGraph calls what bears this mark as it is.
        seen.autograph_info__ = {}  # type: ignore[attr-defined]
        setattr(builtins, NAME, seen)

    def _note(self, number: int, value: object) -> None:
        observed = self.observed[number]
        observed.evaluations += 1
        if len(observed.values) < _DISTINCT:
            if number in self._calls:
                self._give(number, value)
            kept = summary(value, self._sites)
            if kept is not None:
                observed.values.add(kept)

    def _give(self, number: int, value: object) -> None:
        known = self._given.get(id(value))
        if known is not None and known[0]() is value:
            known[1].add(number)
            return
        try:
            self._given[id(value)] = weakref.ref(value), {number}
        except TypeError:
            return  # Of most values that cannot be referred to weakly, there is only one anyway.

    def _sites(self, value: object) -> frozenset[int]:
        known = self._given.get(id(value))
        return frozenset(known[1]) if known is not None and known[0]() is value else frozenset()
