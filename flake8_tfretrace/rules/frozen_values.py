"""TFR404 and TFR408: values and seeds that a graph keeps from its trace."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import combinations

from flake8_tfretrace import knowledge
from flake8_tfretrace.finding import Witness
from flake8_tfretrace.program import (
    Argument,
    Binding,
    CallSite,
    Function,
    Place,
    Program,
    TracedFunction,
)
from flake8_tfretrace.program.imports import is_below
from flake8_tfretrace.program.library import (
    CLOCKS,
    HOST_SEEDS,
    PYTHON_RANDOM,
    RANDOM_GENERATORS,
    SEEDS,
)
from flake8_tfretrace.program.ordering import Event
from flake8_tfretrace.program.scopes import start
from flake8_tfretrace.program.syntax import argument
from flake8_tfretrace.program.tracetypes import ObjectValue, same_key
from flake8_tfretrace.rules.in_graph import (
    graph_report,
    hinges_on,
    hinges_on_state,
    if_completed,
    is_only_told,
)
from flake8_tfretrace.rules.report import Report
from flake8_tfretrace.rules.wording import quoted


def frozen_host_value(program: Program) -> Iterator[Report]:
    """TFR404: a host value (random, time, environment) frozen into the graph."""
    for function, traced in program.traced_bodies():
        yield from if_completed(program, function, traced, _frozen_calls(program, function, traced))
    for function, traced in program.traced_bodies():
        yield from if_completed(program, function, traced, _frozen_reads(program, function, traced))
    for function, library in program.library_bodies():
        each = "element" if library.library == "tf.data" else "step"
        for call, place in function.calls:
            if program.syntax.is_lifted(call, place) or program.graph.is_guarded(place):
                continue
            # The time and the environment are read there for a log, or to choose once.
            if _graph_counterpart(program, call, place) == _RANDOM:
                words = f"{quoted(call.func)} runs once per trace of {library.name}, not per {each}"
                words += f"; {_RANDOM}{_where_it_decides(program, call, place)}"
                why = _if_traced(program, call, place)
                yield graph_report(program, call, place, function, library, words, why)


def _frozen_calls(program: Program, function: Function, traced: TracedFunction) -> Iterator[Report]:
    for call, place in function.calls:
        if program.syntax.is_lifted(call, place):
            continue
        instead = _graph_counterpart(program, call, place)
        if instead is None or program.graph.is_guarded(place):
            continue
        again = _why_again(program, traced)
        if again is None or hinges_on_state(program, call, place):
            continue
        if is_only_told(program, call, place):
            continue
        if _only_seeds(program, call, place):
            # A seed that is set while tracing is that of the trace, whichever it is.
            continue
        if instead == _RANDOM:
            instead += _where_it_decides(program, call, place)
        words = f"{quoted(call.func)} runs once per trace of {traced.name}, not per call; {instead}"
        again += _if_traced(program, call, place)
        yield graph_report(program, call, place, function, traced, words, again)


def _frozen_reads(program: Program, function: Function, traced: TracedFunction) -> Iterator[Report]:
    for node, place in _environment_reads(program, function):
        again = _why_again(program, traced)
        if again is None or program.syntax.is_lifted(node, place):
            continue
        words = (
            f"{quoted(node)} is read once per trace of {traced.name} and frozen into the "
            "graph; read it outside and pass it"
        )
        yield graph_report(program, node, place, function, traced, words, again)


def _if_traced(program: Program, node: ast.AST, place: Place) -> Witness:
    """Return what is assumed of a condition on what a trace has frozen: it has one outcome."""
    is_open = hinges_on(program, node, place, _is_frozen)
    return Witness(needs=frozenset({"what is drawn while tracing lets it run"} if is_open else ()))


def _is_frozen(
    program: Program,
    node: ast.expr,
    place: Place,
    seen: frozenset[Binding | Function] = frozenset(),
) -> bool:
    """Whether an expression is computed from a host value that a trace keeps as it is.

    Through definitions, and what functions of the program return.
    """
    for part in ast.walk(node):
        if isinstance(part, ast.Call):
            if _graph_counterpart(program, part, place) is not None:
                return True
            callee = program.calls.target(part)
            if callee is not None and callee not in seen:
                if any(
                    returned.value is not None
                    and _is_frozen(program, returned.value, at, seen | {callee})
                    for returned, at in callee.returns
                ):
                    return True
        elif isinstance(part, ast.Name):
            for binding in program.bindings(part, place):
                if binding.value is None or binding in seen or binding.kind == "parameter":
                    continue
                if binding.place.function is place.function:
                    if _is_frozen(program, binding.value, binding.place, seen | {binding}):
                        return True
    return False


def _why_again(program: Program, traced: TracedFunction) -> Witness | None:
    """Return why a traced function may be called again, after it was traced; None if it is not.

    Where the file shows its calls, one of them must repeat, or two must run one after the other,
    with equal keys, for more than to show that.
    """
    if program.is_shown(traced):
        return None
    sites = program.sites.own[traced]
    together = program.variation.together(sites)
    if not sites or any(program.sites.may_share(*pair) for pair in combinations(together, 2)):
        return Witness()
    return next(filter(None, map(program.variation.repeated, sites)), None)


_RANDOM = "use tf.random"


def _only_seeds(
    program: Program, node: ast.expr, place: Place, seen: frozenset[str] = frozenset()
) -> bool:
    """Whether the value of an expression in a body is part of seeds, and of nothing else.

    An operation with a seed of its own, which is not a stateless one, draws anew at each call.
    """
    parent = program.syntax.parent(place.function, node)
    keyword = None
    if isinstance(parent, ast.keyword):
        keyword, parent = parent.arg, program.syntax.parent(place.function, parent)
    if isinstance(parent, ast.Call):
        qualified = program.qualified(parent.func, place) or ""
        if qualified in SEEDS or qualified in HOST_SEEDS:
            return True
        module, _, name = qualified.rpartition(".")
        if keyword == "seed" and is_below(module, "tensorflow"):
            return not name.startswith("stateless")
        return qualified in ("abs", "int", "round") and _only_seeds(program, parent, place, seen)
    if isinstance(parent, (ast.BinOp, ast.UnaryOp)):
        return _only_seeds(program, parent, place, seen)
    match parent:
        case ast.Assign(targets=[ast.Name(id=name)]) if name not in seen:
            uses = program.syntax.uses(place.function).get(name, [])
            is_local = name in place.function.body.scope.bindings
            seen |= {name}
            return (
                is_local
                and bool(uses)
                and all(_only_seeds(program, use, place, seen) for use, _ in uses)
            )
    return False


def _where_it_decides(program: Program, call: ast.Call, place: Place) -> str:
    """Return what else to use where a Python condition on what is drawn needs its value.

    Where AutoGraph does not convert the condition, or cannot: ``in`` looks at elements.
    """
    function = place.function
    for node, around in function.conditionals:
        is_converted = function not in program.graph.unconverted and not any(
            isinstance(part, (ast.In, ast.NotIn)) for part in ast.walk(node.test)
        )
        if not is_converted and any(
            part is call
            or (
                isinstance(part, ast.Name)
                and any(_gives(b, call) for b in program.bindings(part, around))
            )
            for part in ast.walk(node.test)
        ):
            return ", and tf.cond where it decides"
    return ""


def _gives(binding: Binding, call: ast.Call) -> bool:
    """Whether a definition is made of what a call returns."""
    if binding.kind != "assign" or binding.value is None:
        return False
    return any(part is call for part in ast.walk(binding.value))


def _draws(program: Program, call: ast.Call, place: Place) -> bool:
    """Whether a call draws from a random generator of NumPy."""
    func = call.func
    if not isinstance(func, ast.Attribute):
        return False
    generator = program.value(func.value, place)
    if not isinstance(generator, ObjectValue) or not knowledge.is_subclass(
        generator.qualified, *RANDOM_GENERATORS
    ):
        return False
    drawing = knowledge.method(generator.qualified, func.attr)
    return drawing is not None and drawing.random


def _is_seeded_anew(program: Program, call: ast.Call, place: Place) -> bool:
    """Whether code that runs with a draw seeds its generator first: it draws the same each time.

    Be it the generator that the function makes, or the global one. Not so with a seed that is drawn
    itself, or left to the system.
    """
    function, func = place.function, call.func
    generator = program.value(func.value, place) if isinstance(func, ast.Attribute) else None
    made = generator.site if isinstance(generator, ObjectValue) else None
    if isinstance(made, ast.Call):
        around = program.index.places[made]
        seeds = [(made, around)] if program.graph.may_hold(around.function) else []
    else:
        module = (program.qualified(func, place) or "").rpartition(".")[0]
        point = function.graph.point_at(start(call))
        seeds = [
            (other, around)
            for other, around in function.calls
            if (name := program.qualified(other.func, around)) in HOST_SEEDS
            and name == f"{module}.seed"
            and function.graph.is_dominated(point, [function.graph.point_at(start(other))])
        ]
    for seed, around in seeds:
        given = argument(seed, 0, "seed")
        if given is not None and not _is_frozen(program, given, around):
            if not (isinstance(given, ast.Constant) and given.value is None):
                return True
    return False


def _graph_counterpart(program: Program, call: ast.Call, place: Place) -> str | None:
    """Return what to use instead of a host function; None if it is no such function."""
    found = _host_function(program, call, place)
    return None if found == _RANDOM and _is_seeded_anew(program, call, place) else found


def _host_function(program: Program, call: ast.Call, place: Place) -> str | None:
    if _draws(program, call, place):
        return _RANDOM
    qualified = program.qualified(call.func, place) or ""
    if qualified in CLOCKS:
        return "take the time where it is called"
    if qualified in PYTHON_RANDOM or qualified in (
        "random.choice",
        "random.sample",
        "random.shuffle",
        "random.choices",
    ):
        return _RANDOM
    if qualified.startswith("numpy."):
        known = knowledge.function(qualified)
        return _RANDOM if known is not None and known.random else None
    if qualified in ("os.getenv", "os.environ.get"):
        return "read it outside and pass it"
    return None


def _environment_reads(program: Program, function: Function) -> Iterator[tuple[ast.AST, Place]]:
    for uses in program.syntax.uses(function).values():
        for use, parent in uses:
            name = use if not isinstance(parent, ast.Attribute) else parent
            if program.qualified(name, function.body) != "os.environ":
                continue
            outer = program.syntax.parent(function, name)
            if isinstance(outer, ast.Subscript) and program.syntax.owner(function, use) is function:
                yield outer, function.body


def seed_after_trace(program: Program) -> Iterator[Report]:
    """TFR408: a seed set between calls of a traced function that draws random numbers."""
    seeds = [
        (call, place)
        for call, place in program.index.calls
        if program.qualified(call.func, place) in SEEDS
        and call.args
        and not program.in_graph(place)
    ]
    if not seeds:
        return
    drawing: dict[TracedFunction, tuple[ast.Call, Place]] = {}
    for function, traced in program.graph.functions.items():
        if isinstance(traced, TracedFunction) and traced not in drawing:
            draws = [(c, p) for c, p in function.calls if _is_drawn_in_graph(program, c, p)]
            if draws:
                drawing[traced] = draws[0]
    for call, place in seeds:
        for traced, (draw, around) in drawing.items():
            why = _seeded_again(program, call, place, seeds, program.sites.own[traced])
            if why is None:
                continue
            drawn = program.files.step(draw, around, f"{quoted(draw.func)} keeps its seeds")
            words = (
                f"{quoted(draw.func)} (line {draw.lineno}) keeps the seeds that {traced.name} was "
                "traced with, whatever is set later; use a tf.random.Generator"
            )
            witness = program.graph.traced_step(traced) + Witness((drawn,)) + why
            yield Report(call, place, words, traced.qualname, None, None, witness)
            break


def _is_drawn_in_graph(program: Program, call: ast.Call, place: Place) -> bool:
    """Whether a call makes a random operation of TensorFlow's, with state of its own."""
    qualified = program.qualified(call.func, place) or ""
    known = knowledge.function(qualified) if qualified.startswith("tensorflow.") else None
    return known is not None and known.random and not program.syntax.is_lifted(call, place)


def _seeded_again(
    program: Program,
    call: ast.Call,
    place: Place,
    seeds: list[tuple[ast.Call, Place]],
    sites: list[CallSite],
) -> Witness | None:
    """Return why a seed is another one than that with which a function was traced before."""
    value = program.value(argument(call, 0, "seed"), place)
    known = [program.value(argument(other, 0, "seed"), around) for other, around in seeds]
    is_another = value.changes is not None or any(
        same_key(value, other) is False for other in known
    )
    if not is_another and len(seeds) > 1:
        return None
    event = Event(call, place, place.function.graph.point_at(start(call)))
    # The seed of the loop's first iteration is that of the trace.
    found = program.ordering.between(event, sites, in_order=not is_another, of_one_trace=True)
    if found is None:
        return None
    before, after, why = found
    keys = [_same_argument(a, after) for a in before.arguments]
    if False in keys:
        return None
    if None in keys:
        why += Witness(needs=frozenset({f"{before.traced.name} is not traced again"}))
    return why


def _same_argument(given: Argument, after: CallSite) -> bool | None:
    """Whether a later call passes an argument of the same key as an earlier one."""
    if given.value.changes is not None:
        return False
    other = None if given.parameter is None else after.argument(given.parameter)
    return None if other is None else same_key(given.value, other.value)
