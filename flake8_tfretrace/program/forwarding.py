"""Arguments that functions forward through ``*args`` and ``**kwargs``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from flake8_tfretrace.program.queries import Queries
from flake8_tfretrace.program.scopes import Function, Parameter, Place, definitions
from flake8_tfretrace.program.syntax import bind
from flake8_tfretrace.program.tracetypes import TraceType, join
from flake8_tfretrace.program.values import Values


@dataclass(frozen=True)
class Given:
    """An argument as a caller writes it."""

    node: ast.expr
    place: Place


class Forwarding:
    """Follows the arguments that one program's functions hand on to others."""

    def __init__(self, queries: Queries, values: Values) -> None:
        self.queries = queries
        self.values = values

    def arguments(
        self, call: ast.Call, place: Place, parameters: tuple[Parameter, ...]
    ) -> Iterator[tuple[Parameter, Given, TraceType, list[Given]]]:
        """Yield what a call passes for ``parameters`` by ``*args`` and ``**kwargs``.

        That is what the callers of the function around it pass there, joined, with where the value
        that changes is written, and all that they write. An argument that one of them is not known
        to pass is left out.
        """
        starred = any(isinstance(node, ast.Starred) for node in call.args)
        if not starred and all(keyword.arg for keyword in call.keywords):
            return
        written = {parameter for _, parameter, _ in bind(parameters, call)}
        for position, parameter in enumerate(parameters):
            if parameter in written or parameter.kind in ("*", "**"):
                continue
            given = self._given(call, place, position, parameter)
            if given:
                value = join(self.values.value(one.node, one.place) for one in given)
                yield parameter, self._origin(given, value), value, given

    def _given(
        self, call: ast.Call, place: Place, position: int, parameter: Parameter
    ) -> list[Given] | None:
        """Return what the callers pass for a parameter of ``call``; None if that is not known.

        Nothing if they leave it out.
        """
        stars = [n for n, node in enumerate(call.args) if isinstance(node, ast.Starred)]
        double = [keyword.value for keyword in call.keywords if keyword.arg is None]
        if len(stars) > 1 or len(double) > 1:
            return None
        found: list[Given] = []
        if stars and parameter.kind == "positional":
            (first,) = stars
            if first != len(call.args) - 1:
                return None
            node = call.args[first]
            assert isinstance(node, ast.Starred)
            extra = self._through(node.value, place, position - first)
            if extra is None:
                return None
            found += extra
        for node in double:
            named = self._through(node, place, parameter.name)
            if named is None:
                return None
            found += named
        return found

    def _through(
        self, node: ast.expr, place: Place, which: int | str, depth: int = 0
    ) -> list[Given] | None:
        """Return what callers pass through a variadic parameter, by its position or name there.

        None if ``node`` is no such parameter, or is not handed on as it came in.
        """
        named = self._parameter(node, place)
        if named is None or depth > _MAX_DEPTH:
            return None
        function, variadic = named
        kind = "*" if isinstance(which, int) else "**"
        if variadic.kind != kind or not self.queries.syntax.is_kept(variadic, function):
            return None
        parameters = function.call_parameters
        taken = sum(p.kind == "positional" for p in parameters)
        if isinstance(which, str) and any(p.name == which for p in parameters):
            return []
        found: list[Given] = []
        callers = [c for c in self.queries.calls.callers(function) if c[1].function is not function]
        for call, around in callers:
            passed = self._passed(call, around, which, taken, depth)
            if passed is None:
                return None
            found += passed
        return found if callers else None

    def _passed(
        self, call: ast.Call, place: Place, which: int | str, taken: int, depth: int
    ) -> list[Given] | None:
        """Return what one call passes to be handed on; more than one through its own variadics."""
        if isinstance(which, str):
            for keyword in call.keywords:
                if keyword.arg == which:
                    return [Given(keyword.value, place)]
            rest = [keyword.value for keyword in call.keywords if keyword.arg is None]
            if len(rest) > 1:
                return None
            return self._through(rest[0], place, which, depth + 1) if rest else []
        position = taken + which
        for number, node in enumerate(call.args):
            if isinstance(node, ast.Starred):
                return self._through(node.value, place, position - number, depth + 1)
            if number == position:
                return [Given(node, place)]
        return []

    def _parameter(self, node: ast.expr, place: Place) -> tuple[Function, Parameter] | None:
        """Return the parameter that a name surely is, with its function."""
        bindings = definitions(node, place) if isinstance(node, ast.Name) else []
        if len(bindings) != 1 or bindings[0].kind != "parameter":
            return None
        function = bindings[0].place.function
        parameter = function.parameter(bindings[0].name)
        return None if parameter is None else (function, parameter)

    def _origin(self, given: list[Given], value: TraceType) -> Given:
        """Return where the value that changes is written: not just handed on as a parameter."""
        found = self._changing(given, value) or given[0]
        for _ in range(_MAX_DEPTH):
            named = self._parameter(found.node, found.place)
            if named is None:
                break
            function, handed_on = named
            above = [
                Given(*passed) for passed in self.queries.calls.given(function, handed_on.name)
            ]
            further = self._changing(above, value)
            if further is None:
                break
            found = further
        return found

    def _changing(self, given: list[Given], value: TraceType) -> Given | None:
        """Return the first argument that has the change that ``value`` has."""
        change = value.changes
        return next(
            (
                one
                for one in given
                if change is not None and self.values.value(one.node, one.place).changes == change
            ),
            None,
        )


_MAX_DEPTH = 8
"""Through as many functions arguments are followed."""
