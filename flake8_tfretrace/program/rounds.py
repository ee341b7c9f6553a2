"""In which loops an expression gives another object: one that is made anew, or comes round."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from flake8_tfretrace.program.model import Program
from flake8_tfretrace.program.mutations import changes
from flake8_tfretrace.program.scopes import Binding, LoopNode, Place

_GOING_OVER = frozenset({"enumerate", "list", "reversed", "sorted", "tuple", "zip"})
"""Functions that give the elements of what they are given, in some order."""
_VIEWS = frozenset({"items", "keys", "values"})
"""Methods that give the elements of a dict."""


@dataclass(frozen=True)
class Rounds:
    """In which of the loops around it an expression gives another object."""

    anew: int = 0
    """In each iteration of so many of them, the outermost ones, it may be a new object."""
    turns: frozenset[LoopNode] = frozenset()
    """These give one after the other of some objects, and the same ones whenever they begin."""
    sources: tuple[tuple[ast.expr, Place], ...] = ()
    """What holds these objects."""

    def __add__(self, other: Rounds) -> Rounds:
        return Rounds(
            max(self.anew, other.anew), self.turns | other.turns, self.sources + other.sources
        )

    def skipped(self, place: Place) -> set[LoopNode]:
        """Return the loops around ``place`` that do not repeat what is done with one object."""
        return {*place.loops[: self.anew], *self.turns}


def rounds(program: Program, node: ast.expr, place: Place) -> Rounds:
    """Return in which of the loops around ``place`` an expression gives another object."""
    return _rounds(program, node, place, frozenset())


def _rounds(program: Program, node: ast.expr, place: Place, seen: frozenset[Binding]) -> Rounds:
    if isinstance(node, ast.Attribute):
        text = ast.unparse(node)
        stores = place.function.attribute_stores
        stored = [b.place for target, b in stores if ast.unparse(target) == text]
        return _rounds(program, node.value, place, seen) + _shared(stored, place)
    if isinstance(node, ast.Subscript):
        text = ast.unparse(node.value)
        filled = [at for base, _, at in changes(place.function) if ast.unparse(base) == text]
        container = _rounds(program, node.value, place, seen) + _shared(filled, place)
        chosen = _chosen(program, node.slice, place, seen)
        sources = ((node.value, place),) if chosen.turns else ()
        return container + chosen + Rounds(sources=sources)
    if isinstance(node, ast.Call):
        return Rounds(len(place.loops))
    found = Rounds()
    for binding in program.bindings(node, place) if isinstance(node, ast.Name) else ():
        found += _bound(program, binding, place, seen)
    return found


def _bound(program: Program, binding: Binding, place: Place, seen: frozenset[Binding]) -> Rounds:
    """Return where what a definition gives is another object, as seen from ``place``."""
    loop, value = binding.node, binding.value
    anew = _shared([binding.place], place)
    if binding in seen or not anew.anew:
        return anew
    seen |= {binding}
    if binding.kind == "assign" and not binding.path:
        if isinstance(value, (ast.Name, ast.Attribute, ast.Subscript)):
            return _rounds(program, value, binding.place, seen)
    if not isinstance(loop, (ast.For, ast.comprehension)) or loop not in place.loops:
        return anew
    around = program.index.places[loop]
    containers = list(_gone_over(program, loop.iter, around))
    if None in containers:
        return anew
    found = Rounds(turns=frozenset([loop]))
    for container in filter(None, containers):
        found += _rounds(program, container, around, seen)
        found += Rounds(sources=((container, around),))
    return found


def _gone_over(program: Program, node: ast.expr, place: Place) -> Iterator[ast.expr | None]:
    """Yield the containers whose elements a loop over ``node`` gives; None for what is unknown."""
    if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)):
        yield node
        return
    if not isinstance(node, ast.Call):
        yield None
        return
    func = node.func
    if isinstance(func, ast.Attribute) and func.attr in _VIEWS and not node.args:
        yield from _gone_over(program, func.value, place)
    elif program.qualified(node.func, place) in _GOING_OVER:
        for part in node.args:
            yield from _gone_over(program, part, place)
    else:
        yield None


def _chosen(program: Program, index: ast.expr, place: Place, seen: frozenset[Binding]) -> Rounds:
    """Return in which loops an index or key is another one."""
    found = Rounds()
    for part in ast.walk(index):
        if isinstance(part, (ast.Call, ast.Attribute, ast.Subscript)):
            # What these give may be another key each time.
            found += Rounds(len(place.loops))
        for binding in program.bindings(part, place) if isinstance(part, ast.Name) else ():
            loop = binding.node
            anew = _shared([binding.place], place)
            if binding in seen or not anew.anew:
                found += anew
            elif isinstance(loop, (ast.For, ast.comprehension)) and loop in place.loops:
                # The keys are the same ones whenever the loop begins, if what it reads is.
                names = [n for n in ast.walk(loop.iter) if isinstance(n, ast.Name)]
                around = program.index.places[loop]
                found += Rounds(turns=frozenset([loop]))
                for name in names:
                    found += _chosen(program, name, around, seen | {binding})
            else:
                found += anew
    return found


def _shared(places: Iterable[Place], place: Place) -> Rounds:
    """Return that something happens anew in those loops around ``place`` that run it, too."""
    found = 0
    for other in places:
        common = [loop for loop, own in zip(other.loops, place.loops) if loop is own]
        found = max(found, len(common))
    return Rounds(found)
