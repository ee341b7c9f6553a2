"""What is written around a node: parents, conditionals, ``with`` blocks; and a call's arguments."""

from __future__ import annotations

import ast
import re
from functools import cached_property
from typing import TYPE_CHECKING

from flake8_tfretrace.program.scopes import Function, Place, children

if TYPE_CHECKING:
    from flake8_tfretrace.program import Program

_ONCE_FLAG = re.compile(r"built|init|ready|created|setup|done|applied|already|compiled")


class Syntax:
    """What is written around the nodes of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def uses(self, function: Function) -> dict[str, list[tuple[ast.Name, ast.AST]]]:
        """Return the names that a function's code reads, with the node each is a child of.

        Inner functions count: they read the names of the functions around them.
        """
        known = self._uses.get(function)
        if known is None:
            known = self._uses[function] = {}
            self.parent(function, function.node)
            for child, parent in self._parents[function].items():
                if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load):
                    known.setdefault(child.id, []).append((child, parent))
        return known

    @cached_property
    def _uses(self) -> dict[Function, dict[str, list[tuple[ast.Name, ast.AST]]]]:
        return {}

    def parent(self, function: Function, node: ast.AST) -> ast.AST | None:
        """Return the node of ``function`` that ``node`` is a child of."""
        table = self._parents.get(function)
        if table is None:
            table = self._parents[function] = {}
            pending = [function.node]
            for parent in pending:
                below = children(parent)
                table.update(dict.fromkeys(below, parent))
                pending += below
        return table.get(node)

    @cached_property
    def _parents(self) -> dict[Function, dict[ast.AST, ast.AST]]:
        return {}

    def owner(self, function: Function, node: ast.AST) -> Function:
        """Return the innermost function around ``node``, which is in ``function``."""
        current: ast.AST | None = node
        while current is not None:
            inner = self.program.index.by_node.get(current)
            if inner is not None:
                return inner
            current = self.parent(function, current)
        return function

    def excludes(self, function: Function, one: ast.AST, other: ast.AST) -> bool:
        """Whether two nodes of ``function`` are in different branches of one conditional."""
        branches: dict[ast.AST, ast.AST] = {}
        child: ast.AST = one
        while (parent := self.parent(function, child)) is not None:
            branches[parent] = child
            child = parent
        child = other
        while (parent := self.parent(function, child)) is not None:
            if isinstance(parent, ast.If) and parent in branches:
                sides = [branches[parent] in parent.body, child in parent.body]
                if sides[0] != sides[1]:
                    return True
            child = parent
        return False

    def is_guarded(self, place: Place) -> bool:
        """Whether code at ``place`` runs under a first-call check or lifted out of the graph.

        ``if self.v is None:``, ``if not self.built:``, ``if key not in cache:``, or an earlier
        ``if cached: return`` of the same function.
        """
        for inner in place.enclosing():
            if isinstance(inner.node, ast.If) and _is_first_call_guard(inner.node):
                return True
        body = getattr(place.function.node, "body", None)
        for statement in body if isinstance(body, list) else ():
            if isinstance(statement, ast.If) and isinstance(statement.body[-1], ast.Return):
                if _is_cache_test(statement.test):
                    return True
        return False

    def is_lifted(self, node: ast.AST, place: Place) -> bool:
        """Whether ``node`` is inside ``with tf.init_scope():``, outside the graph."""
        return self.is_within("tensorflow.init_scope", node, place)

    def is_within(self, manager: str, node: ast.AST, place: Place) -> bool:
        """Whether ``node`` is inside a ``with`` of the context manager called ``manager``."""
        current = self.parent(place.function, node)
        while current is not None:
            if isinstance(current, ast.With):
                for item in current.items:
                    call = item.context_expr
                    if isinstance(call, ast.Call):
                        if self.program.qualified(call.func, place) == manager:
                            return True
            current = self.parent(place.function, current)
        return False


def named_argument(call: ast.Call, name: str) -> ast.expr | None:
    """Return the argument that a call passes by ``name``."""
    return next((k.value for k in call.keywords if k.arg == name), None)


def argument(call: ast.Call, position: int, name: str) -> ast.expr | None:
    """Return the argument that a call passes by ``name`` or at ``position``."""
    named = named_argument(call, name)
    if named is not None:
        return named
    if position < len(call.args) and not any(isinstance(a, ast.Starred) for a in call.args):
        return call.args[position]
    return None


def _is_first_call_guard(node: ast.If) -> bool:
    """Whether a conditional asks if something is still missing, and sees to it."""
    tests = node.test.values if isinstance(node.test, ast.BoolOp) else [node.test]
    return any(_asks_for_missing(test, node) for test in tests)


def _asks_for_missing(test: ast.expr, node: ast.If) -> bool:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        subject: ast.expr = test.operand
        if isinstance(subject, ast.Call):
            return getattr(subject.func, "id", "") == "hasattr"
    elif isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.NotIn):
        return True
    elif isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Is):
        subject = test.left
    else:
        return False
    name = getattr(subject, "attr", getattr(subject, "id", ""))
    if _ONCE_FLAG.search(name):
        return True
    wanted = ast.unparse(subject)
    return any(
        isinstance(part, (ast.Name, ast.Attribute, ast.Subscript)) and ast.unparse(part) == wanted
        for statement in node.body
        for part in ast.walk(statement)
    )


def _is_cache_test(test: ast.expr) -> bool:
    """Whether a condition asks if something is there already."""
    if isinstance(test, ast.BoolOp):
        return any(_is_cache_test(value) for value in test.values)
    if isinstance(test, ast.Compare):
        return any(isinstance(op, (ast.IsNot, ast.In)) for op in test.ops)
    return isinstance(test, ast.Call) and getattr(test.func, "id", "") == "hasattr"
