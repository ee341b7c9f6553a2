"""Consumption: how much of what a generator gives is taken, which runs no further than that."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from flake8_tfretrace.program.calls import Calls
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.scopes import Function, LoopNode, Place, lookup
from flake8_tfretrace.program.syntax import Syntax
from flake8_tfretrace.program.tracetypes import FEW
from flake8_tfretrace.program.trips import TripCounts

Share = Literal["first", "some", "all"]
"""How much is taken: a few of the first elements, as many as data asks for, or all as a rule."""

_SEARCHING = frozenset({"all", "any", "itertools.takewhile"})
"""Functions that go no further than to the first element that meets something, or does not."""
_PASSING_ON = frozenset({"enumerate", "filter", "iter", "itertools.dropwhile", "itertools.islice"})
_TOGETHER = frozenset({"map", "zip"})
"""Functions that go no further than what takes their own elements does."""


@dataclass(frozen=True)
class Consumption:
    """Answers how far the generators of one program run."""

    names: Names
    syntax: Syntax
    calls: Calls
    trips: TripCounts

    def of(self, loop: LoopNode, place: Place) -> Share:
        """Return how much is taken of what the loop around ``place`` gives one by one."""
        if isinstance(loop, ast.comprehension):
            made = next((p for p in place.enclosing() if _has(p.node, loop)), None)
            if made is None:
                return "all"
            taken = self._taken(made.node, made.parent or made, frozenset())
            return "some" if taken == "first" and loop.ifs else taken
        function = place.function
        yields = [at for _, at in function.yields if loop in at.loops]
        callers = self.calls.callers(function)
        if (
            not yields
            or not callers
            or any(isinstance(n, ast.YieldFrom) for n, _ in function.yields)
        ):
            return "all"
        found = _most(self._taken(call, at, frozenset({function})) for call, at in callers)
        is_each = any(at.node is loop or at.loops[-1] is not loop for at in yields)
        return "some" if found == "first" and not is_each else found

    def _taken(self, node: ast.AST, place: Place, seen: frozenset[Function | str]) -> Share:
        """Return how much is taken of what an expression gives."""
        parent = self.syntax.parent(place.function, node)
        if isinstance(parent, ast.Call) and node in parent.args:
            return self._given(parent, node, place, seen)
        if isinstance(parent, (ast.For, ast.AsyncFor)) and node is parent.iter:
            most = self.trips.most_iterations(parent)
            return "all" if most is None or most > FEW else "first"
        if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name):
            return self._kept(parent.targets[0], place, seen)
        return "all"

    def _given(
        self, call: ast.Call, node: ast.AST, place: Place, seen: frozenset[Function | str]
    ) -> Share:
        name = self.names.qualified(call.func, place)
        if name == "next":
            return "first"
        if name in _SEARCHING:
            return "some"
        if name not in _PASSING_ON | _TOGETHER:
            return "all"
        others = [part for part in call.args if part is not node]
        if name == "itertools.islice":
            most = self.trips.elements(call, place)
            bounds = [most]
        else:
            bounds = [self.trips.elements(part, place) for part in others if name == "zip"]
        if any(bound is not None and bound <= FEW for bound in bounds):
            return "first"
        return self._taken(call, place, seen)

    def _kept(self, name: ast.Name, place: Place, seen: frozenset[Function | str]) -> Share:
        """Return how much is taken of what a variable holds that only its own function uses."""
        owner, bindings = lookup(name.id, place.scope)
        if name.id in seen or owner is not place.scope or len(bindings) != 1:
            return "all"
        uses = self.syntax.uses(place.function).get(name.id, [])
        found: list[Share] = []
        for use, _ in uses:
            at = self._at(use, place.function)
            if at is None or set(at.loops) - set(bindings[0].place.loops):
                return "all"
            found.append(self._taken(use, at, seen | {name.id}))
        return _most(found) if len(uses) <= FEW else "all"

    def _at(self, node: ast.AST, function: Function) -> Place | None:
        """Return where an expression stands, by the call that it is an argument of."""
        parent = self.syntax.parent(function, node)
        return next((at for call, at in function.calls if call is parent), None)


def _has(node: ast.AST, loop: ast.comprehension) -> bool:
    """Whether a node is the generator expression with a loop."""
    return isinstance(node, ast.GeneratorExp) and loop in node.generators


def _most(shares: Iterable[Share]) -> Share:
    found = {*shares}
    return "all" if "all" in found or not found else "some" if "some" in found else "first"
