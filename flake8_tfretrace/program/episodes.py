"""Episodes: how many steps an object of the program takes at most until it says that it is done."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from flake8_tfretrace.program.calls import Calls
from flake8_tfretrace.program.cfg import constant_truth
from flake8_tfretrace.program.linear import assigned, part_of
from flake8_tfretrace.program.scopes import Binding, Function, Index, Place, definitions, start
from flake8_tfretrace.program.syntax import is_own


class _Counter(NamedTuple):
    """An attribute that a method counts up, once in each of its calls."""

    first: int
    step: int
    alone: bool
    """Whether nothing else counts it up."""


@dataclass(frozen=True)
class Episodes:
    """Bounds loops that go on until a method of the program returns that it is done.

    ``while not done: state, done = game.step(action)``, where ``step`` counts its calls up to a
    number that is known.
    """

    index: Index
    calls: Calls
    number: Callable[[ast.expr, Place], int | None]
    """What an expression is at most, where that is known."""

    def most(self, loop: ast.While) -> int | None:
        """Return how often a loop runs at most; None if no method bounds it so."""
        flag = _flag(loop)
        if flag is None:
            return None
        bindings = self.index.places[loop].scope.bindings.get(flag.id, ())
        steps = [b for b in bindings if b.place.loops[-1:] == (loop,)]
        if len(steps) != 1 or steps[0].kind != "assign" or steps[0].place.node is not loop:
            return None
        call = steps[0].value
        method = self.calls.target(call) if isinstance(call, ast.Call) else None
        if method is None or method.owner is None or not method.returns:
            return None
        ends = [part_of(statement.value, steps[0].path) for statement, _ in method.returns]
        bounds = [self._until(end, method) for end in ends]
        known = [bound for bound in bounds if bound is not None]
        return max(known) if len(known) == len(bounds) else None

    def _until(self, end: ast.expr | None, method: Function) -> int | None:
        """Return after how many calls of a method an expression in it is true at the latest."""
        if isinstance(end, ast.Compare):
            return self._reached(end, method)
        if isinstance(end, ast.BoolOp):
            parts = [self._until(part, method) for part in end.values]
            known = [part for part in parts if part is not None]
            if isinstance(end.op, ast.Or):
                return min(known, default=None)
            return max(known) if len(known) == len(parts) else None
        bindings = self._definitions(end, method)
        given = assigned(bindings[0]) if len(bindings) == 1 else None
        if isinstance(given, (ast.Compare, ast.BoolOp)):
            return self._until(given, method)
        found = [self._set_at(binding, bindings, method) for binding in bindings]
        return min((bound for bound in found if bound is not None), default=None)

    def _definitions(self, node: ast.expr | None, method: Function) -> list[Binding]:
        """Return what a method itself sets a variable, or an attribute of its instance, to."""
        found: list[Binding] = []
        if isinstance(node, ast.Name):
            found = definitions(node, method.body)
        elif isinstance(node, ast.Attribute) and method.owner is not None:
            found = self.calls.classes.attribute_bindings(method.owner, node.attr)
        return [binding for binding in found if binding.place.function is method]

    def _set_at(self, binding: Binding, others: list[Binding], method: Function) -> int | None:
        """Return after how many calls a definition surely sets a flag, which stays set."""
        value = assigned(binding)
        if not (isinstance(value, ast.Constant) and value.value is True):
            return None
        if any(start(other.node) > start(binding.node) for other in others if other is not binding):
            return None
        guards = [*self.index.guards(binding.place)]
        if len(guards) != 1 or not guards[0].holds:
            return None
        return self._until(guards[0].test, method)

    def _reached(self, test: ast.Compare, method: Function) -> int | None:
        """Return after how many calls a counter of the instance is as large as a test asks."""
        if len(test.ops) != 1 or not isinstance(test.ops[0], (ast.Eq, ast.Gt, ast.GtE)):
            return None
        counter = self._counter(test.left, method)
        last = self.number(test.comparators[0], method.body)
        if counter is None or last is None or last < counter.first:
            return None
        is_met = counter.alone and (last - counter.first) % counter.step == 0
        if isinstance(test.ops[0], ast.Eq) and not is_met:
            return None
        return math.ceil((last - counter.first) / counter.step) + 1

    def _counter(self, node: ast.expr, method: Function) -> _Counter | None:
        owner = method.owner
        if not isinstance(node, ast.Attribute) or owner is None or not is_own(node.value, method):
            return None
        begun: list[int] = []
        steps: list[int] = []
        others = 0
        for binding in self.calls.classes.attribute_bindings(owner, node.attr):
            statement, value = binding.node, assigned(binding)
            if isinstance(statement, ast.AugAssign):
                step = self.number(statement.value, binding.place)
                if not isinstance(statement.op, ast.Add) or step is None or step < 1:
                    return None
                if binding.place is method.body:
                    steps.append(step)
                else:
                    others += 1
            elif isinstance(value, ast.Constant) and type(value.value) is int:
                begun.append(value.value)
            else:
                return None
        if not begun or not steps:
            return None
        return _Counter(min(begun), steps[0], alone=not others and len(steps) == 1)


def _flag(loop: ast.While) -> ast.Name | None:
    """Return the variable that ends a loop where it is true."""
    test: ast.expr = loop.test
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand if isinstance(test.operand, ast.Name) else None
    if constant_truth(test):
        for node in loop.body:
            if isinstance(node, ast.If) and isinstance(node.body[-1], ast.Break):
                if isinstance(node.test, ast.Name):
                    return node.test
    return None
