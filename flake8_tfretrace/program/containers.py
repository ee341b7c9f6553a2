"""What code puts into lists, dicts and deques."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace

from flake8_tfretrace.program.iteration import iterated
from flake8_tfretrace.program.operations import arithmetic, settled
from flake8_tfretrace.program.queries import Queries
from flake8_tfretrace.program.recursion import Recursion
from flake8_tfretrace.program.scopes import Place
from flake8_tfretrace.program.tracetypes import (
    BOTTOM,
    UNKNOWN,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    TraceType,
    join,
)
from flake8_tfretrace.program.values import Iterables

Fill = tuple[ast.Call | ast.Subscript, Place]
"""A store, or a call of a method, that changes what a container holds, with its place."""
_EMPTYING = frozenset(
    {"clear", "discard", "pop", "popitem", "popleft", "remove", "reverse", "rotate", "sort"}
)
"""Methods of containers that put nothing new into them."""


_PUTTING = ("add", "append", "appendleft", "extend", "extendleft", "insert", "update")
"""Methods that put elements into a deque, or a set."""


class Containers:
    """Evaluates what the containers of one program are filled with."""

    def __init__(self, queries: Queries, recursion: Recursion, values: Iterables) -> None:
        self.queries = queries
        self.recursion = recursion
        self.values = values
        self._assumed: dict[Hashable, TraceType] = {}
        """What the elements are taken to be of each container that is being worked out."""
        self._reread: set[Hashable] = set()
        """Those whose elements were asked for to work out what they are filled with."""

    def element(
        self, key: Hashable, held: Sequence[TraceType], filled: Iterable[Fill]
    ) -> TraceType:
        """Return an element of a container, whichever it is.

        Args:
            key: the variable or attribute that holds the container.
            held: the elements that it is made with.
            filled: what changes it.
        """
        if key in self._assumed:
            self._reread.add(key)
            self.recursion.meets(("filling", key, self._assumed[key]))
            return join([*held, self._assumed[key]])
        what = ("element", key, *held)
        known = self.recursion.known(what)
        if known is not None:
            return known
        frame, filled = self.recursion.begin(), list(filled)
        element = self._filled(key, filled, UNKNOWN)
        if element is UNKNOWN and key in self._reread:
            element = self._made_of_itself(key, join(held), filled)
        # What is in it may be filled in turn.
        if isinstance(element, SequenceValue) and element.kind == "list":
            element = SequenceValue("list")
        elif isinstance(element, ObjectValue):
            # It is older than what takes it out, and one of several.
            element = replace(element, site=None, kept=True)
        elif isinstance(element, MappingValue) and not self._is_left_alone(element):
            element = UNKNOWN
        element = join([*held, element])
        self.recursion.end(frame, what, element, partial=False)
        return element

    def _is_left_alone(self, mapping: MappingValue) -> bool:
        """Whether nothing changes a dict once it is in a container."""
        keys = None if mapping.items is None else [key for key, _ in mapping.items]
        return keys is not None and not self.queries.mutations.may_change_dicts(keys)

    def _filled(self, key: Hashable, filled: Sequence[Fill], assumed: TraceType) -> TraceType:
        """Return what a container is filled with, if its elements are ``assumed`` to be so."""
        self._reread.discard(key)
        self._assumed[key] = assumed
        with self.recursion.working_out(("filling", key, assumed)):
            element = join(settled(self._put(change, place)) for change, place in filled)
        del self._assumed[key]
        return element

    def _made_of_itself(self, key: Hashable, first: TraceType, filled: Sequence[Fill]) -> TraceType:
        """Return an element of a container of numbers, if numbers make only such numbers again."""
        for _ in range(2):
            if not isinstance(first, PythonValue) or not first.is_number:
                break
            assumed = PythonValue(first.kind)
            first = join([assumed, self._filled(key, filled, assumed)])
            if first == assumed:
                return assumed
        return UNKNOWN

    def held_by(self, container: ObjectValue) -> TraceType:
        """Return an element of a deque or set: what is put into the one of its allocation site."""
        made, index, values = container.site, self.queries.index, self.values
        place = None if made is None else index.places.get(made)
        if made is None or place is None:
            return UNKNOWN
        match made:
            case ast.Call(args=args):
                held = [settled(iterated(values.iterable(node, place))) for node in args[:1]]
            case ast.SetComp(elt=element):
                held = [settled(values.value(element, place))]
            case _:
                return UNKNOWN
        filled: list[Fill] = []
        with self.recursion.working_out(("filled", made)) as again:
            if again:
                return UNKNOWN
            # Which stores are of this deque is no part of what it holds.
            with self.recursion.aside():
                filled += self._changes_of(made)
        return self.element(made, held, filled)

    def _changes_of(self, made: ast.AST) -> Iterator[Fill]:
        """Yield what puts elements into the deque, or set, of an allocation site."""
        queries, value = self.queries, self.values.value
        calls = [found for name in _PUTTING for found in queries.calls.named(name)]
        for call, place in calls:
            if isinstance(call.func, ast.Attribute):
                base = value(call.func.value, place)
                if isinstance(base, ObjectValue) and base.site is made:
                    yield call, place
        for function in queries.index.functions:
            for store, place in function.subscript_stores:
                base = value(store.value, place)
                if isinstance(base, ObjectValue) and base.site is made:
                    yield store, place

    def _put(self, change: ast.Call | ast.Subscript, place: Place) -> TraceType:
        """Return what a store, or a call of a method, puts into a list or dict."""
        value = self.values.value
        if isinstance(change, ast.Subscript):
            if isinstance(change.ctx, ast.Del):
                return BOTTOM
            if isinstance(change.slice, ast.Slice):
                return UNKNOWN
            update = self.queries.syntax.parent(place.function, change)
            if isinstance(update, ast.AugAssign):
                return arithmetic(update.op, value(change, place), value(update.value, place))
            return value(self.queries.syntax.stored(change, place), place)
        assert isinstance(change.func, ast.Attribute)
        method, given = change.func.attr, [value(node, place) for node in change.args]
        if method in _EMPTYING:
            return BOTTOM
        if method in ("append", "appendleft") and len(given) == 1:
            return given[0]
        if method in ("insert", "setdefault") and len(given) == 2:
            return given[1]
        is_extended = method in ("extend", "extendleft") and len(given) == 1
        return iterated(given[0]) if is_extended else UNKNOWN
