"""Call sites of traced functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from flake8_tfretrace.finding import Witness
from flake8_tfretrace.program.files import Files
from flake8_tfretrace.program.forwarding import Forwarding, Given
from flake8_tfretrace.program.graph import Graph
from flake8_tfretrace.program.iteration import count_of
from flake8_tfretrace.program.queries import Queries
from flake8_tfretrace.program.scopes import LoopNode, Parameter, Place
from flake8_tfretrace.program.syntax import bind, fits, is_written_out
from flake8_tfretrace.program.traced import TracedFunction
from flake8_tfretrace.program.tracetypes import (
    FunctionValue,
    ObjectValue,
    PythonValue,
    TensorValue,
    TraceType,
    may_share_key,
)
from flake8_tfretrace.program.values import Values

ASKING = "get_concrete_function"
"""The method that asks a traced function for a trace, and does not run it."""


@dataclass(eq=False)
class Argument:
    """One argument of a call site."""

    node: ast.expr
    parameter: Parameter | None
    """The parameter it is for; None where the source does not tell."""
    value: TraceType
    starred: bool = False
    written_at: Place | None = None
    """The code of a caller that writes it, where ``*args`` or ``**kwargs`` hands it on."""
    given: tuple[Given, ...] = ()
    """What all callers write there."""


@dataclass(eq=False)
class CallSite:
    """A call of a traced function from eager code."""

    node: ast.Call
    place: Place
    traced: TracedFunction
    arguments: tuple[Argument, ...]
    callee: FunctionValue
    """The function object that is called, as far as it is known."""
    is_choice: bool
    """Whether it is one of several that may be called there."""
    receiver: ObjectValue | None
    """The instance that has the function for itself: no other one shares its traces."""
    forwarded: tuple[Argument, ...] = ()
    """What callers of the code around pass here, through its ``*args`` and ``**kwargs``."""
    is_dispatched: bool = False
    """Whether the class of the instance decides which of several methods is called there."""
    doubt: Witness = field(default_factory=Witness)
    """What is assumed if this function is called there, and no override of it."""

    @property
    def allocation(self) -> ast.AST | None:
        """The allocation site of the function object; None if it is not known.

        For a traced method that is where the instance is made, which has traces of its own.
        """
        if self.receiver is not None and self.traced.is_decorator:
            made = self.receiver.site
            return made if isinstance(made, ast.Call) else None
        made, traced = self.callee.site, self.traced
        if isinstance(made, ast.Call):
            return made
        if traced.is_decorator and traced.function is not None:
            return traced.function.node
        return traced.site

    def argument(self, parameter: Parameter) -> Argument | None:
        """Return the argument for ``parameter``."""
        return next((a for a in self.arguments if a.parameter is parameter), None)


@dataclass(eq=False, repr=False)
class Sites:
    """The call sites of one program's traced functions."""

    queries: Queries
    files: Files
    graph: Graph
    values: Values
    _in_file: dict[TracedFunction, list[CallSite]] = field(default_factory=dict, init=False)

    @cached_property
    def _forwarding(self) -> Forwarding:
        return Forwarding(self.queries, self.values)

    @cached_property
    def own(self) -> dict[TracedFunction, list[CallSite]]:
        """The calls of each traced function from eager code of this file that may trace it."""
        return {
            traced: [
                site
                for site in self.in_file(traced)
                if self._may_trace(site.node, site.place, site.callee)
            ]
            for traced in self.queries.traced.all
        }

    def anywhere(self, traced: TracedFunction) -> list[CallSite]:
        """Return such calls of a traced function, also those of other modules."""
        others = [
            self.of(call, place, callee)
            for call, place, callee in self.queries.calls.of_traced.get(traced, ())
            if not self.files.is_own(place) and self._may_trace(call, place, callee)
        ]
        return self.own[traced] + others

    def in_file(self, traced: TracedFunction) -> list[CallSite]:
        """Return the calls of a traced function from this file, those in graphs too."""
        if traced not in self._in_file:
            self._in_file[traced] = [
                self.of(call, place, callee)
                for call, place, callee in self.queries.calls.of_traced.get(traced, ())
                if self.files.is_own(place)
            ]
        return self._in_file[traced]

    def _may_trace(self, call: ast.Call, place: Place, callee: FunctionValue) -> bool:
        """Whether eager code makes a call, with tf.function switched on as far as that is known.

        One with arguments that the function does not take raises before anything is traced.
        """
        if place.function in self.graph.shown_by_keras:
            return False
        traced = callee.traced
        if traced is not None and traced.function is not None and is_written_out(call):
            # A partial has been given some of them, what a class holds is given the instance, and a
            # trace may be asked for without any.
            is_partial = isinstance(callee.site, ast.Call) and callee.site is not traced.site
            is_held = isinstance(call.func, ast.Attribute) and not traced.function.is_method
            is_asked = isinstance(call.func, ast.Attribute) and call.func.attr == ASKING
            is_open = is_partial or is_held or is_asked
            if not is_open and not fits(_parameters(callee), call):
                return False
        return not (self.graph.holds(place) or self.graph.is_eager(call, place))

    def of(self, call: ast.Call, place: Place, callee: FunctionValue) -> CallSite:
        """Return what a call gives a traced function, be it to call it or to ask for a trace."""
        traced = callee.traced
        assert traced is not None
        parameters = _parameters(callee)
        arguments = tuple(
            Argument(node, parameter, self.values.value(node, place), starred)
            for node, parameter, starred in bind(
                parameters, call, lambda node: count_of(self.values.value(node, place))
            )
        )
        forwarded = tuple(
            Argument(origin.node, parameter, value, True, origin.place, tuple(given))
            for parameter, origin, value, given in self._forwarding.arguments(
                call, place, parameters
            )
        )
        is_choice = self.queries.calls.is_choice(call, place)
        receiver = self._receiver(call, place, callee, traced)
        site = CallSite(call, place, traced, arguments, callee, is_choice, receiver, forwarded)
        site.is_dispatched = self.queries.calls.dispatches(call, place)
        site.doubt = self._doubt(call, place, callee)
        return site

    def _doubt(self, call: ast.Call, place: Place, callee: FunctionValue) -> Witness:
        """Return what is assumed if a call runs one of several functions: nothing if all are alike.

        That is where each of them is traced for what it gets. What a flag wraps, or leaves as it
        is, may be either.
        """
        calls = self.queries.calls
        callees = calls.callees(call, place)
        if callee.function is None:
            return Witness()
        if all(map(_is_traced, callees)):
            is_looked_up = len(callees) > 1 and calls.is_looked_up(call, place)
            return calls.doubt(call, place, callee.function) if is_looked_up else Witness()
        if any(_is_as_it_was(other, callee) for other in callees):
            return Witness(needs=frozenset({f"{ast.unparse(call.func)} is a tf.function"}))
        return calls.doubt_of(call.func, place, callee.function)

    def _receiver(
        self, call: ast.Call, place: Place, callee: FunctionValue, traced: TracedFunction
    ) -> ObjectValue | None:
        """Return the instance that has a called function for itself; None if others share it.

        It is the one that a traced method is bound to, or whose method made the function.
        """
        classes = self.queries.classes
        if traced.is_decorator and traced.function is not None and traced.function.is_method:
            instance = callee.bound
            if not isinstance(instance, ObjectValue) or instance.cls is None:
                return None
            comparisons = {classes.comparison(one) for one in (instance.cls, *instance.heirs)}
            is_shared = not comparisons.isdisjoint(("equality", "value"))
            return None if is_shared or "classmethod" in traced.function.marks() else instance
        made = callee.site if isinstance(callee.site, ast.Call) else traced.site
        at = self.queries.index.places.get(made, traced.place)
        owner, holder = at.function.owner, self.queries.calls.instance(call, place)
        if owner is None or holder is None or holder.cls is None:
            return None
        is_its_own = all(owner in classes.lineage(one) for one in (holder.cls, *holder.heirs))
        return holder if is_its_own else None

    def may_share(self, one: CallSite, other: CallSite) -> bool:
        """Whether two calls of a function can run the same graph.

        That is one traced for keys that both have: no argument surely has another one. Of two
        executions of one call :meth:`varying` tells more.
        """
        traced = one.traced
        if traced.has_signature or any(a.starred for s in (one, other) for a in s.arguments):
            return True
        given = [[self._given(site, p) for p in traced.parameters] for site in (one, other)]
        for a, b in zip(*given):
            if traced.reduces_retracing and isinstance(a, TensorValue):
                continue
            if a is not None and b is not None and not may_share_key(a, b):
                return False
        return True

    def varying(self, site: CallSite) -> Iterator[tuple[LoopNode, PythonValue, ast.expr]]:
        """Yield the Python values that change in the outermost loop around a call.

        Two executions of the call in different iterations have one key only if the value recurs.
        """
        if site.traced.has_signature or any(a.starred for a in site.arguments):
            return
        for argument in site.arguments:
            value, loop = argument.value, next(iter(site.place.loops), None)
            if isinstance(value, PythonValue) and loop is not None:
                if value.change is not None and value.change.is_enough:
                    if value.change.loop is loop:
                        yield loop, value, argument.node

    def _given(self, site: CallSite, parameter: Parameter) -> TraceType | None:
        """Return what a call gives a parameter, be it by default; None if that is not known."""
        argument = site.argument(parameter)
        if argument is not None or parameter.kind in ("*", "**"):
            return None if argument is None else argument.value
        place = None if site.traced.function is None else site.traced.function.place
        if parameter.default is None or place is None:
            return None
        return self.values.value(parameter.default, place)

    def is_expected_to_raise(self, traced: TracedFunction) -> bool:
        """Whether all calls of a function stand where an exception is expected."""
        sites = self.own.get(traced, ())
        return bool(sites) and all(
            self.queries.syntax.expects_exception(s.node, s.place) for s in sites
        )


def _is_traced(callee: TraceType) -> bool:
    """Whether what is called is traced for each of its keys."""
    traced = callee.traced if isinstance(callee, FunctionValue) else None
    return traced is not None and not traced.has_signature


def _is_as_it_was(callee: TraceType, traced: FunctionValue) -> bool:
    """Whether what is called is the function itself that a traced one wraps."""
    if not isinstance(callee, FunctionValue) or callee.traced is not None:
        return False
    return callee.function is traced.function


def _parameters(callee: FunctionValue) -> tuple[Parameter, ...]:
    """Return the parameters of a traced function that a call gives values; none if not known."""
    traced = callee.traced
    if traced is None or traced.function is None:
        return ()
    is_bound = callee.bound is not None or traced.bound
    parameters = traced.function.parameters
    return parameters[1:] if traced.function.is_method and is_bound else parameters
