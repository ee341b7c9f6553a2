"""Random draws: how many values they have, and which are evenly spread from 0 to 1."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple

from flake8_tfretrace.program import library
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.scopes import Function, Index, Place, definitions, start, tail
from flake8_tfretrace.program.tracetypes import (
    Change,
    FunctionValue,
    ObjectValue,
    python_value,
)
from flake8_tfretrace.program.values import Values


class Draws:
    """Answers what draws of random numbers, in one program, differ in.

    A draw is made of the state of a generator. Where each round sets that state alike, the draw is
    alike as well, whatever is drawn between.
    """

    def __init__(self, index: Index, names: Names, values: Values) -> None:
        self.index = index
        self.names = names
        self.values = values

    def change(
        self,
        node: ast.Call,
        name: str,
        place: Place,
        generator: ObjectValue | None = None,
        width: int | None = None,
    ) -> Change | None:
        """Return the change of what a call draws; None if it draws the same again, or may do so.

        Args:
            node: the call.
            name: the qualified name of the function or method.
            place: where the call is.
            generator: what it is a method of; None if all such calls share one.
            width: from how many numbers it is drawn; None if that is not known, or very many.
        """
        if generator is None:
            module = name.rpartition(".")[0]
            is_alike = self._is_seeded_alike(module, place)
        else:
            is_alike = self._is_made_alike(generator, place)
        if is_alike:
            return None
        change = drawn_at("random", node, name, place)
        # Of few numbers, some are drawn again, and some may not be.
        return change if width is None else change.within(width - 1)

    def _is_made_alike(self, generator: ObjectValue, place: Place) -> bool:
        """Whether each round may make a generator anew, and with the same seed."""
        made = generator.site
        if made is None:
            return True
        if not isinstance(made, ast.Call) or made not in self.index.places:
            return False
        around = self.index.places[made]
        if place.loops:
            is_kept = place.loops[-1] not in around.loops
        else:
            is_kept = around.function is not place.function and not around.loops
        return not is_kept and self._is_same(_given(made), around)

    def _is_seeded_alike(self, module: str, place: Place) -> bool:
        """Whether each round seeds the generator that a module's functions share alike."""
        for call, around in self._seeding.get(module, ()):
            if around.function is not place.function:
                continue
            if not place.loops or place.loops[-1] in around.loops:
                if self._is_same(_given(call), around):
                    return True
        return False

    def _is_same(self, given: Collection[ast.expr], place: Place) -> bool:
        """Whether a seed is given, and is not another one each time."""
        values = [self.values.value(part, place) for part in given]
        is_seed = bool(values) and python_value(None) not in values
        return is_seed and all(value.changes is None for value in values)

    @property
    def _seeding(self) -> dict[str, list[tuple[ast.Call, Place]]]:
        """The calls that seed what the functions of a module share, be it in what they call."""
        known = self.index.derived.get(_Seeding)
        if known is None:
            known = self.index.derived[_Seeding] = _Seeding({})
            calls = [*self._direct()]
            for module, call, place in calls:
                known.by_module.setdefault(module, []).append((call, place))
            for module, call, place in self._indirect(calls):
                known.by_module.setdefault(module, []).append((call, place))
        return known.by_module

    def _direct(self) -> Iterator[tuple[str, ast.Call, Place]]:
        for function in self.index.functions:
            for call, place in function.calls:
                if tail(call.func) not in _SEEDING_NAMES:
                    continue
                name = self.names.qualified(call.func, place) or ""
                for module in library.SEEDED.get(name, ()):
                    yield module, call, place

    def _indirect(
        self, calls: list[tuple[str, ast.Call, Place]]
    ) -> Iterator[tuple[str, ast.Call, Place]]:
        """Yield the calls of functions of the program that seed whenever they run."""
        seeding: dict[Function, set[str]] = {}
        for module, _, place in calls:
            if place is place.function.body and place.function.place is not None:
                seeding.setdefault(place.function, set()).add(module)
        names = {function.name for function in seeding}
        for function in self.index.functions if names else ():
            for call, place in function.calls:
                if tail(call.func) in names:
                    value = self.values.value(call.func, place)
                    called = value.function if isinstance(value, FunctionValue) else None
                    for module in seeding.get(called, ()) if called is not None else ():
                        yield module, call, place


class _Seeding(NamedTuple):
    """The calls that seed, by the modules whose functions draw."""

    by_module: dict[str, list[tuple[ast.Call, Place]]]


_SEEDING_NAMES = frozenset(name.rpartition(".")[2] for name in library.SEEDED)


def drawn_at(
    kind: Literal["clock", "random", "shape"], node: ast.Call, name: str, place: Place
) -> Change:
    """Return the change of what each execution of a call gives anew."""
    loop = place.loops[-1] if place.loops else None
    return Change(kind, f"{name}()", start(node)[0], loop, place=place)


def _given(node: ast.Call) -> list[ast.expr]:
    return [*node.args, *(keyword.value for keyword in node.keywords)]


def is_unit_draw(names: Names, node: ast.expr, place: Place) -> bool:
    """Whether an expression draws a number in [0, 1), be it in a variable."""
    if isinstance(node, ast.Name):
        bindings = definitions(node, place)
        return bool(bindings) and all(
            binding.kind == "assign"
            and not binding.path
            and isinstance(binding.value, ast.Call)
            and is_unit_draw(names, binding.value, binding.place)
            for binding in bindings
        )
    if not isinstance(node, ast.Call) or node.args or node.keywords:
        return False
    return names.qualified(node.func, place) in library.UNIT_DRAWS
