"""Call sites of traced functions, and how many traces they make."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from flake8_tfretrace.program.iteration import count_of
from flake8_tfretrace.program.scopes import LoopNode, Parameter, Place
from flake8_tfretrace.program.traced import TracedFunction
from flake8_tfretrace.program.tracetypes import FunctionValue, TraceType

if TYPE_CHECKING:
    from flake8_tfretrace.program import Program

_MAX_ITERATIONS = 20_000


@dataclass(eq=False)
class Argument:
    """One argument of a call site."""

    node: ast.expr
    parameter: Parameter | None
    """The parameter it is for; None where the source does not tell."""
    value: TraceType
    starred: bool = False


@dataclass(eq=False)
class CallSite:
    """A call of a traced function from eager code."""

    node: ast.Call
    place: Place
    traced: TracedFunction
    arguments: tuple[Argument, ...]
    callee: FunctionValue
    """The function object that is called, as far as it is known."""

    def argument(self, parameter: Parameter) -> Argument | None:
        """Return the argument for ``parameter``."""
        return next((a for a in self.arguments if a.parameter is parameter), None)


def bind(
    parameters: tuple[Parameter, ...], call: ast.Call
) -> Iterator[tuple[ast.expr, Parameter | None, bool]]:
    """Yield (expression, parameter, starred) for the arguments of a call."""
    positional = [p for p in parameters if p.kind == "positional"]
    variadic = next((p for p in parameters if p.kind == "*"), None)
    certain = True
    for position, node in enumerate(call.args):
        if isinstance(node, ast.Starred):
            certain = False
            yield node.value, variadic, True
        elif certain and position < len(positional):
            yield node, positional[position], False
        else:
            yield node, variadic if certain else None, False
    rest = next((p for p in parameters if p.kind == "**"), None)
    for keyword in call.keywords:
        if keyword.arg is None:
            yield keyword.value, None, True
        else:
            named = (
                p
                for p in parameters
                if p.name == keyword.arg and p.kind in ("positional", "keyword")
            )
            yield keyword.value, next(named, rest), False


def trip_counts(program: Program, place: Place) -> list[tuple[LoopNode, int]] | None:
    """Return the loops around ``place`` with how often each runs; None if one is not known.

    Also None where a condition, ``break`` or ``continue`` decides whether ``place`` runs.
    """
    counts: list[tuple[LoopNode, int]] = []
    for inner in place.enclosing():
        node = inner.node
        if (
            isinstance(node, (ast.If, ast.Try, ast.ExceptHandler, ast.While))
            or inner.branch != "body"
        ):
            return None
    for loop in place.loops:
        if isinstance(loop, ast.While) or _leaves_early(loop):
            return None
        iterable = program.evaluator.value(loop.iter, program.index.places[loop])
        count = count_of(iterable)
        if count is None:
            return None
        counts.append((loop, count))
    return counts


def _leaves_early(loop: LoopNode) -> bool:
    if isinstance(loop, ast.comprehension):
        return bool(loop.ifs)
    return any(isinstance(node, (ast.Break, ast.Continue, ast.Return)) for node in ast.walk(loop))


def predicted_traces(program: Program, sites: list[CallSite]) -> int | None:
    """Return how many traces the calls at ``sites`` make, where the source determines it.

    The count of different keys over all iterations of the loops around each call.
    """
    keys: set[object] = set()
    total = 0
    for site in sites:
        loops = trip_counts(program, site.place)
        if loops is None or not _runs(program, site.place):
            return None
        size = 1
        for _, count in loops:
            size *= count
        total += size
        if total > _MAX_ITERATIONS:
            return None
        nodes = [loop for loop, _ in loops]
        for indices in product(*(range(count) for _, count in loops)):
            with program.evaluator.recursion.within(dict(zip(nodes, indices))):
                key = _key(program, site)
            if key is None:
                return None
            keys.add(key)
    return len(keys) if keys else None


def _runs(program: Program, place: Place) -> bool:
    """Whether the code at ``place`` runs once: at module level, or called from there.

    What nothing in the file calls is taken to be entered once (assumption A1).
    """
    function = place.function
    callers = program.calls.callers(function)
    return not callers or any(
        trip_counts(program, caller_place) is not None
        and caller_place.function is not function
        and _runs(program, caller_place)
        for _, caller_place in callers
    )


def _key(program: Program, site: CallSite) -> object | None:
    """Return what TensorFlow compares at one call: the types of all parameters."""
    keys: dict[str, object] = {}
    for argument in site.arguments:
        if argument.parameter is None or argument.parameter.kind in ("*", "**") or argument.starred:
            return None
        if isinstance(argument.node, ast.Attribute) and argument.node.attr == "shape":
            # A TensorShape is held weakly: equal ones share a trace only while the first lives.
            return None
        value = program.evaluator.value(argument.node, site.place)
        if value.key is None:
            return None
        keys[argument.parameter.name] = value.key
    function = site.traced.function
    if function is None or function.place is None:
        return None
    for parameter in site.traced.parameters:
        if parameter.name not in keys and parameter.default is not None:
            keys[parameter.name] = program.evaluator.value(parameter.default, function.place).key
    if None in keys.values():
        return None
    return frozenset(keys.items())
