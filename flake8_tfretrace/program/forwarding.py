"""Arguments that ``*args`` and ``**kwargs`` forward, or that an unpacked display of a dict has."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from flake8_tfretrace.program.queries import Queries
from flake8_tfretrace.program.scopes import (
    Function,
    Parameter,
    Place,
    definitions,
    sole_definition,
)
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

        That is what the callers of the function around it pass there, joined, or what the dict has
        that is unpacked, with where the value that changes is written, and all that they write. An
        argument that one of them is not known to pass is left out.
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
                named = self._displayed(node, place, parameter.name)
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

    def _displayed(self, node: ast.expr, place: Place, name: str) -> list[Given] | None:
        """Return what the display of a dict has under a name, be it one that a function returns.

        Nothing if it has no such key; None if there may be more in the dict than its display says.
        """
        for _ in range(_MAX_DEPTH):
            match node:
                case ast.Dict(keys=keys, values=values):
                    known = [None if k is None else self.values.value(k, place) for k in keys]
                    if any(key is None or key.constant is None for key in known):
                        return None
                    pairs = zip(known, values)
                    # The last one counts.
                    found = [v for key, v in pairs if key is not None and key.constant == name]
                    return [Given(value, place) for value in found[-1:]]
                case ast.Call(args=[], keywords=keywords) if self._makes_dict(node, place):
                    if any(keyword.arg is None for keyword in keywords):
                        return None
                    return [Given(one.value, place) for one in keywords if one.arg == name]
                case ast.Call():
                    target = self.queries.calls.target(node)
                    if target is None or target.is_generator or len(target.returns) != 1:
                        return None
                    ((statement, around),) = target.returns
                    if statement.value is None:
                        return None
                    node, place = statement.value, around
                case ast.Name():
                    defined = sole_definition(node, place)
                    if defined is None or self.queries.mutations.changing(node.id, place.scope):
                        return None
                    node, place = defined
                case _:
                    return None
        return None

    def _makes_dict(self, call: ast.Call, place: Place) -> bool:
        return self.queries.names.qualified(call.func, place) == "dict"

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
