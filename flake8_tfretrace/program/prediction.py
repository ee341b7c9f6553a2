"""How many traces the calls of a traced function make, where the source determines it."""

from __future__ import annotations

import ast
from collections.abc import Hashable
from itertools import product

from flake8_tfretrace.program.model import Program
from flake8_tfretrace.program.scopes import Function, LoopNode, Parameter, Place
from flake8_tfretrace.program.sites import CallSite
from flake8_tfretrace.program.syntax import is_main_guard
from flake8_tfretrace.program.tracetypes import FunctionValue, ObjectValue, TraceType

_MAX_ITERATIONS = 20_000


def trip_counts(program: Program, place: Place) -> list[tuple[LoopNode, int]] | None:
    """Return the loops around ``place`` with how often each runs; None if one is not known.

    Also None where a condition, ``break`` or ``continue`` decides whether ``place`` runs.
    """
    counts: list[tuple[LoopNode, int]] = []
    for inner in place.enclosing():
        node = inner.node
        is_certain = isinstance(node, ast.If) and is_main_guard(node.test)
        if inner.branch != "body" or (isinstance(node, _DECIDING) and not is_certain):
            return None
    for loop in place.loops:
        if isinstance(loop, ast.While) or _leaves_early(loop):
            return None
        count = program.repetition.count(loop)
        if count is None:
            return None
        counts.append((loop, count))
    return counts


_DECIDING = (ast.If, ast.Try, ast.ExceptHandler, ast.While)


def _leaves_early(loop: LoopNode) -> bool:
    if isinstance(loop, ast.comprehension):
        return bool(loop.ifs)
    return any(isinstance(node, (ast.Break, ast.Continue, ast.Return)) for node in ast.walk(loop))


def predicted_traces(program: Program, sites: list[CallSite]) -> int | None:
    """Return how many traces the calls at ``sites`` make, where the source determines it.

    The count of different keys over all iterations of the loops around each call, for each
    function object that is called.
    """
    keys: set[object] = set()
    total = 0
    counted = {site.node for site in sites}
    for traced in {site.traced for site in sites}:
        if any(site.node not in counted for site in program.sites.in_file(traced)):
            # Calls in graphs trace it as well.
            return None
    for site in sites:
        loops = trip_counts(program, site.place)
        called = _function_object(program, site)
        if loops is None or called is None or not _runs(program, site.place):
            return None
        size = 1
        for _, count in loops:
            size *= count
        total += size
        if total > _MAX_ITERATIONS:
            return None
        nodes = [loop for loop, _ in loops]
        for indices in product(*(range(count) for _, count in loops)):
            with program.within(dict(zip(nodes, indices))):
                key = _key(program, site)
            if key is None:
                return None
            keys.add((called, key))
    return len(keys) if keys else None


def _function_object(program: Program, site: CallSite) -> Hashable | None:
    """Return which function object a site calls; None if it may be several, or has other keys."""
    traced, function = site.traced, site.traced.function
    if traced.has_signature or traced.reduces_retracing or function is None:
        return None
    if site.is_choice or site.doubt.needs:
        return None
    if not _runs_once(program, traced.place):
        return None
    if not function.is_method or traced.bound or "classmethod" in function.marks():
        return traced.site
    # Each instance has its own.
    instance = site.callee.bound
    if not isinstance(instance, ObjectValue) or instance.cls is None:
        return None
    is_itself = program.classes.comparison(instance.cls) == "identity"
    if not is_itself and program.keras.kind(instance) is None:
        # Equal instances share one.
        return None
    made = program.calls.constructions(instance.cls)
    if isinstance(instance.site, ast.Call):
        made = [(call, place) for call, place in made if call is instance.site]
    if len(made) != 1 or not _runs_once(program, made[0][1]):
        return None
    return made[0][0]


def _runs_once(program: Program, place: Place, seen: frozenset[Function] = frozenset()) -> bool:
    """Whether the code at ``place`` runs at most once, if what nothing calls is entered once."""
    function = place.function
    if place.loops or function in seen:
        return False
    callers = program.calls.callers(function)
    seen |= {function}
    if not callers:
        return _is_entered_once(program, function)
    return len(callers) == 1 and _runs_once(program, callers[0][1], seen)


def _is_entered_once(program: Program, function: Function) -> bool:
    """Whether what nothing in the file calls is taken to be entered once (assumption A1).

    Not where others call it by another name, as an instance, or as Keras does.
    """
    return function is program.index.module or not program.liveness.is_entered(function)


def _runs(program: Program, place: Place, seen: frozenset[Function] = frozenset()) -> bool:
    """Whether the code at ``place`` runs once: at module level, or called from there."""
    function = place.function
    callers = program.calls.callers(function)
    if not callers:
        return _is_entered_once(program, function)
    seen |= {function}
    return any(
        trip_counts(program, caller_place) is not None
        and caller_place.function not in seen
        and _runs(program, caller_place, seen)
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
        value = program.value(argument.node, site.place)
        if value.key is None or not _is_made_once(program, value):
            return None
        keys[argument.parameter.name] = value.key
    function = site.traced.function
    if function is None or function.place is None:
        return None
    for parameter in site.traced.parameters:
        if parameter.name not in keys and parameter.default is not None:
            keys[parameter.name] = program.value(parameter.default, function.place).key
    if None in keys.values():
        return None
    return frozenset(keys.items())


def _is_made_once(program: Program, value: TraceType) -> bool:
    """Whether an object that is told apart by where it is made is the only one made there."""
    if not isinstance(value, (FunctionValue, ObjectValue)) or value.site is None:
        return True
    place = program.index.places.get(value.site)
    return place is None or _runs_once(program, place)


def share_trace(program: Program, one: CallSite, other: CallSite) -> bool:
    """Whether two calls of a traced function surely have equal keys: those of all parameters."""
    if one is other:
        return True
    if one.callee.bound != other.callee.bound or _keeps_extra(one) or _keeps_extra(other):
        return False
    return all(
        _same_key(program, _passed(one, parameter), _passed(other, parameter))
        for parameter in one.traced.parameters
    )


def _keeps_extra(site: CallSite) -> bool:
    """Whether a call passes what no single parameter takes."""
    return any(
        a.starred or a.parameter is None or a.parameter.kind in ("*", "**") for a in site.arguments
    )


def _passed(site: CallSite, parameter: Parameter) -> tuple[ast.expr, Place] | None:
    """Return the expression that gives a parameter its value at a call, and where it stands."""
    argument = site.argument(parameter)
    if argument is not None:
        return argument.node, site.place
    function = site.traced.function
    if parameter.default is None or function is None or function.place is None:
        return None
    return parameter.default, function.place


def _same_key(
    program: Program, one: tuple[ast.expr, Place] | None, other: tuple[ast.expr, Place] | None
) -> bool:
    if one is None or other is None:
        return one is other
    key = program.value(*one).key
    if key is not None:
        return key == program.value(*other).key
    # Of one variable the key need not be known.
    if not (isinstance(one[0], ast.Name) and isinstance(other[0], ast.Name)):
        return False
    bindings = program.bindings(one[0], one[1])
    return len(bindings) == 1 and bindings == program.bindings(other[0], other[1])
