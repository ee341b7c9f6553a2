"""What code puts into lists, dicts and deques."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace

from flake8_tfretrace.program.iteration import iterated
from flake8_tfretrace.program.operations import settled
from flake8_tfretrace.program.queries import Queries
from flake8_tfretrace.program.recursion import Recursion
from flake8_tfretrace.program.scopes import Place
from flake8_tfretrace.program.tracetypes import (
    BOTTOM,
    UNKNOWN,
    MappingValue,
    ObjectValue,
    SequenceValue,
    TraceType,
    join,
)
from flake8_tfretrace.program.values import Values

Fill = tuple[ast.Call | ast.Subscript, Place]
"""A store, or a call of a method, that changes what a container holds, with its place."""
_EMPTYING = frozenset(
    {"clear", "discard", "pop", "popitem", "popleft", "remove", "reverse", "rotate", "sort"}
)
"""Methods of containers that put nothing new into them."""


_PUTTING = ("append", "appendleft", "extend", "extendleft", "insert")
"""Methods that put elements into a deque."""


class Containers:
    """Evaluates what the containers of one program are filled with."""

    def __init__(self, queries: Queries, recursion: Recursion, values: Values) -> None:
        self.queries = queries
        self.recursion = recursion
        self.values = values

    def element(
        self, key: Hashable, held: Sequence[TraceType], filled: Iterable[Fill]
    ) -> TraceType:
        """Return an element of a container, whichever it is.

        Args:
            key: the variable or attribute that holds the container.
            held: the elements that it is made with.
            filled: what changes it.
        """
        with self.recursion.working_out(("filling", key)) as again:
            if again:
                return UNKNOWN
            element = join(settled(self._put(change, place)) for change, place in filled)
        # What is in it may be filled in turn.
        if isinstance(element, SequenceValue) and element.kind == "list":
            element = SequenceValue("list")
        elif isinstance(element, ObjectValue):
            # It is older than what takes it out, and one of several.
            element = replace(element, site=None, kept=True)
        elif isinstance(element, MappingValue):
            element = UNKNOWN
        return join([*held, element])

    def held_by(self, container: ObjectValue) -> TraceType:
        """Return an element of a deque: what is put into the one of its allocation site."""
        made, index = container.site, self.queries.index
        if not isinstance(made, ast.Call) or made not in index.places:
            return UNKNOWN
        held = [settled(iterated(self.values.value(n, index.places[made]))) for n in made.args[:1]]
        filled: list[Fill] = []
        with self.recursion.working_out(("filled", made)) as again:
            if again:
                return UNKNOWN
            calls = [found for name in _PUTTING for found in self.queries.calls.named(name)]
            for call, place in calls:
                if isinstance(call.func, ast.Attribute):
                    base = self.values.value(call.func.value, place)
                    if isinstance(base, ObjectValue) and base.site is made:
                        filled.append((call, place))
            for function in index.functions:
                for store, place in function.subscript_stores:
                    base = self.values.value(store.value, place)
                    if isinstance(base, ObjectValue) and base.site is made:
                        filled.append((store, place))
        return self.element(made, held, filled)

    def _put(self, change: ast.Call | ast.Subscript, place: Place) -> TraceType:
        """Return what a store, or a call of a method, puts into a list or dict."""
        value = self.values.value
        if isinstance(change, ast.Subscript):
            if isinstance(change.ctx, ast.Del):
                return BOTTOM
            is_one = not isinstance(change.slice, ast.Slice)
            return value(self.queries.syntax.stored(change, place) if is_one else None, place)
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
