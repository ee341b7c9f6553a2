"""TFR4xx: what the body of a traced function does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from flake8_tfretrace import knowledge
from flake8_tfretrace.excerpts import text_of
from flake8_tfretrace.facts import BodyFacts, EndpointFacts
from flake8_tfretrace.finding import Witness
from flake8_tfretrace.modules import is_mentioned
from flake8_tfretrace.program import (
    Argument,
    Binding,
    CallSite,
    Function,
    Place,
    Program,
    TracedFunction,
)
from flake8_tfretrace.program.cfg import Point
from flake8_tfretrace.program.iteration import element_of
from flake8_tfretrace.program.keras import ENDPOINTS
from flake8_tfretrace.program.library import CLOCKS, PYTHON_RANDOM, RANDOM_GENERATORS, SEEDS
from flake8_tfretrace.program.ordering import Event
from flake8_tfretrace.program.scopes import lookup, start
from flake8_tfretrace.program.syntax import argument
from flake8_tfretrace.program.traced import LibraryTraced
from flake8_tfretrace.program.tracetypes import (
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
    same_key,
)
from flake8_tfretrace.rules.report import Report
from flake8_tfretrace.rules.wording import quoted

Traced = TracedFunction | LibraryTraced
"""What is traced: by tf.function, or by Keras."""


def keras_endpoint_in_graph(program: Program) -> Iterator[Report]:
    """TFR402: predict, fit, evaluate or compile of a Keras model in a traced body."""
    for call, place, function, traced in program.graph_calls():
        endpoint = call.func
        if not isinstance(endpoint, ast.Attribute) or endpoint.attr not in ENDPOINTS:
            continue
        if not program.keras.is_own_endpoint(endpoint.value, endpoint.attr, place):
            continue
        if _hinges_on_state(program, call, place):
            continue
        if endpoint.attr.startswith("predict"):
            instead = f"call {ast.unparse(endpoint.value)}(x, training=False)"
        else:
            instead = "call it in code that is not traced"
        words = f"{quoted(endpoint)} raises inside a graph ({traced.name} is traced); {instead}"
        found = _report(program, call, place, function, traced, words)
        yield replace(found, facts=EndpointFacts(call, endpoint.attr, place))


def _report(
    program: Program,
    node: ast.AST,
    place: Place,
    function: Function,
    traced: Traced,
    message: str,
    why: Witness = Witness(),  # noqa: B008 - immutable
) -> Report:
    """Return the report on what a function does at ``node`` while ``traced`` is traced.

    Args:
        program: the model of the file.
        node: a statement or expression of the function.
        place: the code around it.
        function: the traced function, or one that it calls.
        traced: the function that TensorFlow traces.
        message: what happens.
        why: what makes it matter, besides that the code runs in a graph.
    """
    return Report(
        node,
        place,
        message,
        traced.qualname,
        None,
        BodyFacts(node, function, place),
        why + program.graph.why_runs(function, node, place),
    )


def _hinges_on_state(
    program: Program, node: ast.AST, place: Place, seen: frozenset[Function] = frozenset()
) -> bool:
    """Whether it depends on Python state that eager code changes if ``node`` is part of a trace.

    A condition is decided once per trace: of what it guards, that trace may have nothing. It is
    around the node, or around each call in the graph that leads to it.
    """
    for test in program.syntax.conditions(node, place):
        for part in ast.walk(test):
            if isinstance(part, ast.Attribute) and any(
                program.calls.callers(update.place.function)
                for update in _eager_updates(program, part, place)
            ):
                return True
    function = place.function
    if function in seen or program.traced_of(function):
        return False
    seen |= {function}
    calls = [
        (c, p) for c, p in program.calls.callers(function) if program.graph.may_hold(p.function)
    ]
    return bool(calls) and all(_hinges_on_state(program, c, p, seen) for c, p in calls)


def _eager_updates(program: Program, node: ast.Attribute, place: Place) -> Iterator[Binding]:
    """Yield the assignments of eager code, after an object is made, to an attribute of it."""
    holder = program.value(node.value, place)
    if not isinstance(holder, ObjectValue) or holder.cls is None:
        return
    for binding in program.classes.attribute_updates(holder.cls, node.attr):
        if binding.place.function.name in ("__init__", "build"):
            continue
        if program.graph.may_hold(binding.place.function):
            continue
        if program.syntax.is_guarded(binding.place):
            continue
        if _is_python_state(program, binding):
            yield binding


def variable_in_graph(program: Program) -> Iterator[Report]:
    """TFR401: a variable, or an object that makes variables, created in a traced body."""
    calls: list[tuple[ast.Call, Place, Function, Traced]] = [
        *program.graph_calls(),
        *(found for found in program.library_calls() if found[3].library == "Keras"),
    ]
    for call, place, function, traced in calls:
        what = _creates_variables(program, call, place)
        if what is None or program.graph.is_guarded(place) or _would_be_known(program, function):
            continue
        if program.syntax.is_within("tensorflow.variable_creator_scope", call, place):
            # The creator decides what is made.
            continue
        if _hinges_on_state(program, call, place):
            continue
        yield _report(
            program,
            call,
            place,
            function,
            traced,
            f"{quoted(call.func)} creates {what} in each trace of {traced.name}: that raises "
            "ValueError; create it once, outside",
        )


def _would_be_known(program: Program, function: Function) -> bool:
    """Whether it is only assumed that a function runs in a graph: what raises there was mended."""
    return bool(program.graph.why(function).needs)


def raises_in_graph(program: Program) -> Iterator[tuple[ast.AST, Place]]:
    """Yield what raises in a graph, in code that runs in one unless that is switched off."""
    for call, place, _, _ in program.graph_calls():
        if _conversion(program, call, place) is not None or _creates_anew(program, call, place):
            yield call, place
    for function in _run_by_keras(program):
        for call, place in function.calls:
            if _creates_anew(program, call, place):
                yield call, place


def set_in_graph(program: Program) -> Iterator[str]:
    """Yield the attributes that code sets which runs in a graph unless that is switched off."""
    for function in (*program.graph.functions, *_run_by_keras(program)):
        for target, _ in function.attribute_stores:
            yield target.attr


def _run_by_keras(program: Program) -> Iterator[Function]:
    """Yield what Keras runs in a graph of the file's layers and models, and what that calls."""
    names = ("call", "train_step", "test_step", "predict_step")
    pending = [
        cls.methods[name]
        for cls in program.index.classes
        if program.keras.class_kind(cls) in ("layer", "model")
        for name in names
        if name in cls.methods
    ]
    for function in pending:
        yield function
        for call, place in function.calls:
            target = program.calls.target(call)
            if target is not None and target not in pending:
                if not program.syntax.is_lifted(call, place):
                    pending.append(target)


def _creates_anew(program: Program, call: ast.Call, place: Place) -> bool:
    """Whether a call makes variables each time that it runs in a graph."""
    return (
        _creates_variables(program, call, place) is not None
        and not program.syntax.is_guarded(place)
        and not program.syntax.is_lifted(call, place)
        and not program.syntax.is_within("tensorflow.variable_creator_scope", call, place)
        and program.feasibility.is_feasible(call, place)
    )


def _creates_variables(program: Program, call: ast.Call, place: Place) -> str | None:
    qualified = program.qualified(call.func, place) or ""
    known = knowledge.class_(qualified)
    if known is None:
        return None
    if knowledge.is_subclass(qualified, "tensorflow.Variable"):
        return "a tf.Variable"
    kind = program.keras.kind_of_class(qualified)
    if kind == "layer" and not known.variables:
        return None
    if kind == "model":
        given = [part for argument in call.args for part in ast.walk(argument)]
        is_sequential = knowledge.is_subclass(qualified, "keras.Sequential")
        if not is_sequential or (given and not any(isinstance(p, ast.Call) for p in given)):
            # It holds the layers that it is given.
            return None
    return {
        "layer": "a Keras layer",
        "metric": "a Keras metric",
        "model": "a Keras model",
        "optimizer": "an optimizer",
    }.get(kind or "")


def trace_time_side_effect(program: Program) -> Iterator[Report]:
    """TFR403: Python state changed in a traced body: once per trace, not per call.

    What Keras traces also runs eagerly: of that only what is updated, which is wrong either way,
    not what is kept, which need not be symbolic.
    """
    bodies: list[tuple[Function, Traced]] = [
        *program.traced_bodies(),
        *(body for body in program.library_bodies() if body[1].library == "Keras"),
    ]
    for function, traced in bodies:
        if function.name in ("__init__", "build") or function.marks() & {"setter"}:
            continue
        yield from _attribute_effects(program, function, traced)
        yield from _outer_names(program, function, traced)
        yield from _outer_appends(program, function, traced)
        yield from _outer_items(program, function, traced)


def _attribute_effects(program: Program, function: Function, traced: Traced) -> Iterator[Report]:
    for target, binding in function.attribute_stores:
        place = binding.place
        if program.graph.is_guarded(place) or _is_local(program, target.value, place):
            continue
        name = ast.unparse(target)
        statement = binding.node
        if program.syntax.is_lifted(target, place) or _is_asserted(program, target.attr, place):
            continue
        if _hinges_on_state(program, statement, place):
            continue
        if binding.kind == "augmented":
            value = program.value(target, place)
            if not isinstance(value, (PythonValue, TensorValue)):
                continue
            if _is_set_before(target, place, function):
                continue
            if not _is_read(program, target, statement, traced):
                continue
            words = f"'{name}' is updated once per trace, not per call; use a tf.Variable"
        elif (
            binding.kind == "assign"
            and isinstance(traced, TracedFunction)
            and _is_symbolic(program, binding.value, place, binding.path)
            and _is_read_elsewhere(program, target, function, traced)
        ):
            words = _keeps_tensor(target, traced)
        else:
            continue
        yield _report(program, statement, place, function, traced, words)


def _is_set_before(target: ast.Attribute, update: Place, function: Function) -> bool:
    """Whether a function itself sets an attribute anew, in any case, before it updates it."""
    return any(
        other.attr == target.attr
        and ast.dump(other.value) == ast.dump(target.value)
        and binding.kind == "assign"
        and binding.place in update.enclosing()
        and binding.end <= start(target)
        for other, binding in function.attribute_stores
    )


def _is_read(program: Program, target: ast.Attribute, update: ast.AST, traced: Traced) -> bool:
    """Whether anything but its own update reads an attribute, as far as the file shows.

    What the project's other files speak of is taken to be read there. Of what Keras traces the file
    must show eager code that reads it: each layer may number its traces for itself.
    """
    own = set(ast.walk(update))
    if any(
        isinstance(traced, TracedFunction) or not program.graph.may_hold(reader)
        for read, reader in program.syntax.attribute_reads.get(target.attr, ())
        if read not in own
    ):
        return True
    if isinstance(traced, LibraryTraced):
        return False
    return is_mentioned(target.attr, program.filename) is not False


def _is_asserted(program: Program, name: str, place: Place) -> bool:
    """Whether a test asserts what a name or attribute holds: it counts its traces."""
    if not program.is_test(place):
        return False
    return any(
        part.attr == name if isinstance(part, ast.Attribute) else part.id == name
        for asserted in program.syntax.asserted
        for part in ast.walk(asserted)
        if isinstance(part, (ast.Attribute, ast.Name))
    )


def _keeps_tensor(target: ast.expr, traced: Traced) -> str:
    return (
        f"{quoted(target)} keeps a symbolic tensor of one trace of {traced.name}: using it later "
        "raises; return it, or assign to a tf.Variable"
    )


def _is_symbolic(
    program: Program, node: ast.expr | None, place: Place, path: tuple[int | None, ...] = ()
) -> bool:
    """Whether ``node``, or the part of it at ``path``, is a tensor that the graph computes."""
    value = program.value(node, place)
    for step in path:
        value = element_of(value, step)
    return isinstance(value, TensorValue) and value.numpy is False and value.variable is False


def _is_read_elsewhere(
    program: Program, target: ast.Attribute, writer: Function, traced: Traced
) -> bool:
    """Whether another trace, or eager code of this file, reads the attribute.

    A method that the file does not call may be called (by a library) in the same trace.
    """
    for reader in program.index.functions:
        if reader is writer or reader.owner is None or _runs_for(program, reader, traced):
            continue
        if not program.graph.may_hold(reader) and not _is_called_eagerly(program, reader):
            continue
        if writer.owner is None or reader.owner not in program.classes.family(writer.owner):
            continue
        own = reader.parameters[0].name if reader.parameters else ""
        for _, parent in program.syntax.uses(reader).get(own, ()):
            if isinstance(parent, ast.Attribute) and parent.attr == target.attr:
                if isinstance(parent.ctx, ast.Load) and reader.name != "__init__":
                    return True
    return False


def _runs_for(program: Program, function: Function, traced: Traced) -> bool:
    """Whether the code of a function runs while ``traced`` is traced."""
    return traced in (program.graph.functions.get(function), program.graph.by_keras.get(function))


def _is_called_eagerly(
    program: Program, function: Function, seen: frozenset[Function] = frozenset()
) -> bool:
    """Whether module code or a plain function that is not traced calls ``function``."""
    callers = {place.function for _, place in program.calls.callers(function)} - seen
    return any(
        not program.graph.may_hold(caller)
        and (caller.owner is None or _is_called_eagerly(program, caller, seen | {function}))
        for caller in callers
    )


def _is_local(program: Program, node: ast.expr, place: Place) -> bool:
    """Whether an object is made in the traced body itself."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    if not isinstance(node, ast.Name):
        return True
    bindings = program.bindings(node, place)
    return any(program.graph.may_hold(b.place.function) and b.kind != "parameter" for b in bindings)


def _outer_names(program: Program, function: Function, traced: Traced) -> Iterator[Report]:
    for name, scope in function.body.scope.outside.items():
        if program.graph.may_hold(scope.function):
            continue
        for binding in scope.bindings.get(name, ()):
            if binding.place.function is not function or program.graph.is_guarded(binding.place):
                continue
            if binding.kind not in ("assign", "augmented"):
                continue
            if program.syntax.is_lifted(binding.node, binding.place):
                continue
            if binding.kind == "assign" and isinstance(binding.value, ast.Constant):
                # A flag: setting it again changes nothing.
                continue
            if binding.kind == "assign" and not isinstance(traced, TracedFunction):
                continue
            if _is_asserted(program, name, function.body):
                continue
            words = (
                f"the outer '{name}' is set once per trace of {traced.name}, not per call; "
                "return the value, or use a tf.Variable"
            )
            found = _report(program, binding.node, binding.place, function, traced, words)
            declaration = function.body.scope.declarations[name]
            yield replace(found, node=declaration, place=function.body)
            break


def _outer_appends(program: Program, function: Function, traced: Traced) -> Iterator[Report]:
    for call, place in function.calls:
        func = call.func
        if not isinstance(func, ast.Attribute) or func.attr not in _GROWING:
            continue
        if program.syntax.is_lifted(call, place):
            continue
        if _is_local(program, func.value, place) or program.graph.is_guarded(place):
            continue
        value = program.value(func.value, place)
        if not isinstance(value, SequenceValue) or value.kind != "list":
            continue
        if isinstance(func.value, ast.Attribute):
            if _is_set_before(func.value, place, function):
                continue
            if isinstance(traced, LibraryTraced) and not _is_read(
                program, func.value, call, traced
            ):
                continue
        if isinstance(func.value, ast.Name) and any(
            b.kind == "parameter" for b in program.bindings(func.value, place)
        ):
            continue
        yield _report(
            program,
            call,
            place,
            function,
            traced,
            f"{quoted(func)} changes an outer list once per trace of {traced.name}, not per call; "
            f"{_at_call(program, call, place)} where {traced.name} is called",
        )


_GROWING = {"append": "append it", "extend": "extend the list", "insert": "insert it"}
"""The methods that make a list longer, with what their callers can do."""


def _at_call(program: Program, call: ast.Call, place: Place) -> str:
    """Return what to do in place of growing a list in a graph: a list of eager code holds it."""
    assert isinstance(call.func, ast.Attribute)
    is_known = call.args and isinstance(program.value(call.args[-1], place), PythonValue)
    return ("" if is_known else "return the value, and ") + _GROWING[call.func.attr]


def _outer_items(program: Program, function: Function, traced: Traced) -> Iterator[Report]:
    for target, place in function.subscript_stores:
        if program.graph.is_guarded(place) or _is_local(program, target.value, place):
            continue
        if not isinstance(program.value(target.value, place), (MappingValue, SequenceValue)):
            continue
        if program.syntax.is_lifted(target, place):
            continue
        statement = program.syntax.parent(function, target)
        if isinstance(statement, ast.AugAssign):
            words = f"{quoted(target)} is updated once per trace, not per call; use a tf.Variable"
        elif (
            isinstance(statement, ast.Assign)
            and isinstance(traced, TracedFunction)
            and _is_symbolic(program, statement.value, place)
        ):
            words = _keeps_tensor(target, traced)
        else:
            continue
        if _is_container_read(program, target.value, place, function, traced):
            yield _report(program, statement, place, function, traced, words)


def _is_container_read(
    program: Program,
    container: ast.expr,
    place: Place,
    writer: Function,
    traced: Traced,
) -> bool:
    """Whether eager code, or another trace, reads a global or attribute that ``writer`` fills."""
    if isinstance(container, ast.Attribute):
        return _is_read_elsewhere(program, container, writer, traced)
    if not isinstance(container, ast.Name):
        return False
    if any(binding.kind == "parameter" for binding in program.bindings(container, place)):
        return False
    module = program.index.module
    return any(
        not program.graph.may_hold(program.syntax.owner(module, use))
        for use, _ in program.syntax.uses(module).get(container.id, ())
    )


def frozen_host_value(program: Program) -> Iterator[Report]:
    """TFR404: a host value (random, time, environment) frozen into the graph."""
    for call, place, function, traced in program.graph_calls():
        instead = _graph_counterpart(program, call, place)
        if instead is None or program.graph.is_guarded(place):
            continue
        again = _why_again(program, traced)
        if again is None or _hinges_on_state(program, call, place):
            continue
        if instead == _RANDOM:
            instead += _where_it_decides(program, call, place)
        yield _report(
            program,
            call,
            place,
            function,
            traced,
            f"{quoted(call.func)} runs once per trace of {traced.name}, not per call; {instead}",
            again,
        )
    for function, traced in program.traced_bodies():
        for node, place in _environment_reads(program, function):
            again = _why_again(program, traced)
            if again is None or program.syntax.is_lifted(node, place):
                continue
            yield _report(
                program,
                node,
                place,
                function,
                traced,
                f"{quoted(node)} is read once per trace of {traced.name} and frozen into the "
                "graph; read it outside and pass it",
                again,
            )
    for function, library in program.library_bodies():
        each = "element" if library.library == "tf.data" else "step"
        for call, place in function.calls:
            if program.syntax.is_lifted(call, place) or program.graph.is_guarded(place):
                continue
            # The time and the environment are read there for a log, or to choose once.
            if _graph_counterpart(program, call, place) == _RANDOM:
                words = f"{quoted(call.func)} runs once per trace of {library.name}, not per {each}"
                words += f"; {_RANDOM}{_where_it_decides(program, call, place)}"
                yield _report(program, call, place, function, library, words)


def _why_again(program: Program, traced: TracedFunction) -> Witness | None:
    """Return why a traced function may be called again, after it was traced; None if it is not.

    Where the file shows its calls, one of them must repeat, or two must run one after the other.
    """
    sites = program.sites.own[traced]
    if not sites or len(program.variation.together(sites)) > 1:
        return Witness()
    return next(filter(None, map(program.variation.repeated, sites)), None)


_RANDOM = "use tf.random"


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


def _graph_counterpart(program: Program, call: ast.Call, place: Place) -> str | None:
    """Return what to use instead of a host function; None if it is no such function."""
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


def stale_python_state(program: Program) -> Iterator[Report]:
    """TFR405: a traced body reads Python state that is rebound after the function was traced."""
    for function, traced in program.traced_bodies():
        sites = program.sites.own[traced] or _sites_around(program, traced)
        if not sites:
            continue
        for name, uses in program.syntax.uses(function).items():
            rebound = _rebound_name(program, traced, function, name, sites)
            reads = [use for use, _ in uses if not _is_bound_in_trace(use, function)]
            if rebound is not None and reads:
                yield _stale(program, traced, function, reads[0], name, *rebound)
        yield from _stale_attributes(program, traced, function, sites)


def _sites_around(program: Program, traced: TracedFunction) -> list[CallSite]:
    """Return the calls of the traced functions that alone call another one, in their graphs."""
    pending, sites = [traced], []
    for current in pending:
        callers = () if current.function is None else program.calls.callers(current.function)
        for _, place in callers:
            outer = program.graph.functions.get(place.function)
            if isinstance(outer, TracedFunction) and outer not in pending:
                pending.append(outer)
                sites += program.sites.own[outer]
    return sites


def _stale(
    program: Program,
    traced: TracedFunction,
    function: Function,
    read: ast.expr,
    name: str,
    rebound: Binding,
    why: Witness,
) -> Report:
    line = start(rebound.node)[0]
    is_own = program.files.is_own(rebound.place)
    where = f"line {line}" if is_own else program.files.location(rebound.place, line)
    kept = program.files.step(read, function.body, f"the graph keeps '{name}'")
    return Report(
        read,
        function.body,
        f"'{name}' is rebound at {where} after {traced.name} was traced: the graph keeps the old "
        "value; pass it as an argument",
        traced.qualname,
        None,
        None,
        program.graph.why(function) + Witness((kept,)) + why,
    )


def _rebound_name(
    program: Program,
    traced: TracedFunction,
    function: Function,
    name: str,
    sites: list[CallSite],
) -> tuple[Binding, Witness] | None:
    """Return the binding that changes a captured name between two calls, and why it does."""
    owner, bindings = lookup(name, function.body.scope)
    if owner is None or owner.function in program.graph.functions or owner is function.body.scope:
        return None
    if any(b.kind in ("function", "class", "import") for b in bindings):
        return None
    if len(bindings) < 2 and not any(_changes_itself(program, binding) for binding in bindings):
        return None
    if _are_equal(program, bindings):
        return None
    for binding in bindings:
        if binding.kind not in ("assign", "augmented", "loop"):
            continue
        if not _is_python_state(program, binding) or program.in_graph(binding.place):
            continue
        if _is_made_with(function, binding):
            continue
        called = [
            site
            for site in sites
            # After a loop its variable holds the last value, the same each time.
            if binding.kind != "loop" or binding.node in site.place.loops
        ]
        event = Event(binding.node, binding.place, binding.point)
        found = program.ordering.between(event, called)
        if found is not None:
            return binding, found[2]
    return None


def _is_made_with(function: Function, binding: Binding) -> bool:
    """Whether each iteration that binds a name makes the function that reads it, too."""
    around = () if function.place is None else function.place.loops
    loops = binding.place.loops if binding.kind != "loop" else (*binding.place.loops, binding.node)
    return any(loop in around for loop in loops)


def _changes_itself(program: Program, binding: Binding) -> bool:
    """Whether a definition gives another value in each iteration of a loop."""
    if binding.kind == "loop":
        return True
    return bool(binding.place.loops) and program.bound(binding, binding.place).changes is not None


def _are_equal(program: Program, bindings: list[Binding]) -> bool:
    """Whether all definitions of a name or attribute give one constant."""
    values = [program.bound(binding, binding.place) for binding in bindings]
    constants = {v.constant if isinstance(v, PythonValue) else None for v in values}
    return len(constants) == 1 and None not in constants


def _is_python_state(program: Program, binding: Binding) -> bool:
    """Whether a binding gives a value that a graph captures as it is.

    That is a number, a list, a model, or a tensor that eager code made; not a variable.
    """
    value = program.bound(binding, binding.place)
    if isinstance(value, PythonValue):
        return value.is_number or value.kind in ("str", "bool")
    if isinstance(value, SequenceValue):
        return True
    if isinstance(value, TensorValue):
        return value.variable is False
    if isinstance(binding.value, ast.BinOp) and type(value) is TraceType and not binding.path:
        # Arithmetic with a number gives numbers, arrays or tensors, whatever the other operand is.
        operands = (binding.value.left, binding.value.right)
        return any(_is_number(program, operand, binding.place) for operand in operands)
    if type(value) is TraceType:
        return _is_drawn(program, binding, frozenset())
    return isinstance(value, ObjectValue) and isinstance(value.site, ast.Call)


def _is_drawn(program: Program, binding: Binding, seen: frozenset[Binding]) -> bool:
    """Whether a definition gives an element of a dataset, or a part of one: tensors, in any case.

    Which ones, and in what structure, need not be known.
    """
    node, path = binding.value, binding.path
    if node is None or binding in seen:
        return False
    if binding.kind == "loop":
        place = binding.place
        if isinstance(node, ast.Call) and program.qualified(node.func, place) == "enumerate":
            if not node.args or path[:1] != (1,):
                return False
            node = node.args[0]
        iterable = program.value(node, place)
        return isinstance(iterable, StreamValue) and iterable.kind == "dataset"
    while isinstance(node, ast.Subscript):
        node = node.value
    if binding.kind != "assign" or not isinstance(node, ast.Name):
        return False
    given = program.bindings(node, binding.place)
    return bool(given) and all(_is_drawn(program, b, seen | {binding}) for b in given)


def _is_number(program: Program, node: ast.expr, place: Place) -> bool:
    """Whether an expression gives a number, or is arithmetic with one."""
    value = program.value(node, place)
    if isinstance(value, PythonValue):
        return value.is_number
    return isinstance(node, ast.BinOp) and any(
        _is_number(program, operand, place) for operand in (node.left, node.right)
    )


def _stale_attributes(
    program: Program, traced: TracedFunction, function: Function, sites: list[CallSite]
) -> Iterator[Report]:
    cls = function.owner
    if cls is None or not function.is_method:
        return
    own = function.parameters[0].name
    reported: set[str] = set()
    for _, parent in program.syntax.uses(function).get(own, ()):
        if not isinstance(parent, ast.Attribute):
            continue
        # An attribute of an object that an attribute holds may change, too.
        outer = program.syntax.parent(function, parent)
        for read in (parent, outer):
            if not isinstance(read, ast.Attribute) or not isinstance(read.ctx, ast.Load):
                continue
            name = ast.unparse(read)
            if name in reported or _is_set_in_trace(program, read, read, function.body):
                continue
            found = _rebound_attribute(program, read, function.body, sites, is_own=read is parent)
            if found is not None:
                reported.add(name)
                yield _stale(program, traced, function, read, name, *found)


def _is_bound_in_trace(use: ast.Name, function: Function) -> bool:
    """Whether a function itself binds a name of a scope around it before it reads the name."""
    scope, bindings = lookup(use.id, function.body.scope)
    own = [b.point for b in bindings if b.place.function is function and b.kind != "augmented"]
    graph = function.graph
    return scope is not None and graph.is_dominated(graph.point_at(start(use)), own)


def _is_set_in_trace(
    program: Program,
    attribute: ast.Attribute,
    node: ast.AST,
    place: Place,
    seen: frozenset[Function] = frozenset(),
) -> bool:
    """Whether each trace itself assigns to an attribute before code of it gets to ``node``.

    In the function, or before all calls of it.

    Args:
        program: the model of the file.
        attribute: the attribute, in terms of the function that ``node`` is in.
        node: what comes later.
        place: the code around it.
        seen: functions that are asked already.
    """
    function = place.function
    graph = function.graph
    if graph.is_dominated(graph.point_at(start(node)), _stores(program, attribute, function)):
        return True
    if function in seen or not _is_own(attribute.value, function):
        return False
    if any(program.sites.own[traced] for traced in program.traced_of(function)):
        return False
    called = [(c, p) for c, p in program.calls.callers(function) if program.in_graph(p)]
    return bool(called) and all(
        isinstance(call.func, ast.Attribute)
        and _is_own(call.func.value, around.function)
        and _is_set_in_trace(
            program,
            ast.Attribute(call.func.value, attribute.attr, ast.Load()),
            call,
            around,
            seen | {function},
        )
        for call, around in called
    )


def _stores(
    program: Program,
    attribute: ast.Attribute,
    function: Function,
    seen: frozenset[Function] = frozenset(),
) -> list[Point]:
    """Return where a function assigns to an attribute, whatever it held: itself, or by a call."""
    holder = ast.dump(attribute.value)
    found = [
        binding.point
        for target, binding in function.attribute_stores
        if target.attr == attribute.attr
        and binding.kind != "augmented"
        and ast.dump(target.value) == holder
    ]
    if function in seen or not _is_own(attribute.value, function):
        return found
    for call, place in function.calls:
        func, called = call.func, program.calls.target(call)
        if called is None or not (isinstance(func, ast.Attribute) and called.is_method):
            continue
        if ast.dump(func.value) != holder or place.function is not function:
            continue
        own = ast.Name(called.parameters[0].name, ast.Load())
        inner = ast.Attribute(own, attribute.attr, ast.Load())
        points = _stores(program, inner, called, seen | {function})
        ends = [called.graph.exit]
        ends += [called.graph.point_at(start(statement)) for statement, _ in called.returns]
        is_statement = isinstance(program.syntax.parent(function, call), ast.stmt)
        if points and is_statement and all(called.graph.is_dominated(e, points) for e in ends):
            found.append(function.graph.point_at(start(call)))
    return found


def _is_own(node: ast.expr, function: Function) -> bool:
    """Whether an expression is the instance that a method is called on."""
    if not function.is_method or "staticmethod" in function.marks():
        return False
    return isinstance(node, ast.Name) and node.id == function.parameters[0].name


def _rebound_attribute(
    program: Program, read: ast.Attribute, place: Place, sites: list[CallSite], *, is_own: bool
) -> tuple[Binding, Witness] | None:
    """Return the assignment to an attribute between two calls that read it, and why it is so.

    Args:
        program: the model of the file.
        read: the attribute, where a traced body reads it.
        place: the body.
        sites: the calls of the traced function.
        is_own: whether it is one of the instance that the calls are of.
    """
    holder = program.value(read.value, place)
    cls = holder.cls if isinstance(holder, ObjectValue) else None
    if cls is None or (not is_own and len(program.calls.constructions(cls)) != 1):
        return None
    if _are_equal(program, program.classes.attribute_bindings(cls, read.attr)):
        return None
    updates = list(_eager_updates(program, read, place))
    for binding in updates:
        owner = _owner_of(program, binding) if is_own else None
        event = Event(binding.node, binding.place, binding.point, owner)
        found = program.ordering.between(event, sites)
        if found is not None:
            return binding, found[2]
    for binding in updates:
        updater = binding.place.function
        beside = [site for site in sites if site.place.function is updater]
        if binding.kind == "augmented" and beside and not program.calls.callers(updater):
            # What counts its calls is there to be called again.
            called = program.files.step(beside[0].node, beside[0].place, "the graph is called")
            clause = f"{updater.name} is called more than once"
            return binding, Witness((called,), needs=frozenset({clause}))
    return None


def _owner_of(program: Program, binding: Binding) -> ObjectValue | None:
    """Return the instance whose attribute a binding sets."""
    stores = binding.place.function.attribute_stores
    targets = [target for target, store in stores if store is binding]
    owner = program.value(targets[0].value, binding.place) if targets else None
    return owner if isinstance(owner, ObjectValue) else None


_HOST_METHODS = frozenset({"numpy", "item", "tolist"})


def host_conversion_in_graph(program: Program) -> Iterator[Report]:
    """TFR406: a tensor of the graph turned into a host value: it raises."""
    calls: list[tuple[ast.Call, Place, Function, Traced]] = [
        *program.graph_calls(),
        *program.library_calls(),
    ]
    for call, place, function, traced in calls:
        conversion = _conversion(program, call, place)
        if conversion is None or _would_be_known(program, function):
            continue
        if not _hinges_on_state(program, call, place):
            yield _raises(program, call, place, function, traced, *conversion)
    for function, traced in program.traced_bodies():
        for node, place in function.subscripts:
            if program.syntax.is_lifted(node, place):
                continue
            conversion = _index_conversion(program, node, place)
            if conversion is not None and not _would_be_known(program, function):
                yield _raises(program, node, place, function, traced, *conversion)


def _raises(
    program: Program,
    node: ast.expr,
    place: Place,
    function: Function,
    traced: Traced,
    what: str,
    instead: str,
) -> Report:
    words = f"{what} raises in {traced.name}: a tensor has no value while tracing; {instead}"
    return _report(program, node, place, function, traced, words)


def _conversion(program: Program, call: ast.Call, place: Place) -> tuple[str, str] | None:
    """Return how a call asks a tensor of the graph for its value, and what to do instead."""
    func = call.func
    if isinstance(func, ast.Attribute) and func.attr in _HOST_METHODS and not call.args:
        if _has_no_value(program, func.value, place):
            return f"'{text_of(func)}()'", "keep the tensor, or return it"
        return None
    if not _is_of_numpy(program, func, place):
        return None
    for node in (*call.args, *(keyword.value for keyword in call.keywords)):
        parts = node.elts if isinstance(node, (ast.List, ast.Tuple)) else [node]
        if any(_has_no_value(program, part, place) for part in parts):
            return f"{quoted(func)} on the tensor {quoted(node)}", "use TensorFlow's function"
    return None


def _is_of_numpy(program: Program, func: ast.expr, place: Place) -> bool:
    """Whether what is called is NumPy's, and needs the values of what it is handed."""
    qualified = program.qualified(func, place) or ""
    if qualified.startswith("numpy."):
        name = qualified.partition(".")[2]
        return name not in _VALUELESS and not name.startswith("testing.")
    if not isinstance(func, ast.Attribute):
        return False
    return _is_array(program, func.value, place)


def _is_array(program: Program, node: ast.expr, place: Place) -> bool:
    """Whether an expression of a traced body gives an array of NumPy's.

    What is annotated as one is a tensor where tf.function passes it.
    """
    if isinstance(node, ast.Name):
        if any(binding.kind == "parameter" for binding in program.bindings(node, place)):
            return False
    value = program.value(node, place)
    return isinstance(value, TensorValue) and value.numpy is True


_VALUELESS = frozenset(
    "shape ndim size dtype isscalar iterable array_equal array_equiv flip bmat rollaxis "
    "real_if_close".split()
)
"""NumPy's functions that take a symbolic tensor, as measured."""


def _index_conversion(
    program: Program, node: ast.Subscript, place: Place
) -> tuple[str, str] | None:
    """Return how an index needs the value of a tensor of the graph, and what to do instead."""
    base = program.value(node.value, place)
    if _is_array(program, node.value, place):
        what, instead = "NumPy array", "use tf.gather"
    elif isinstance(base, SequenceValue):
        what, instead = base.kind, "index it with a Python number, or stack it for tf.gather"
    else:
        return None
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    bounds = [
        bound
        for part in parts
        for bound in ((part.lower, part.upper) if isinstance(part, ast.Slice) else (part,))
        if bound is not None
    ]
    if not any(_has_no_value(program, bound, place) for bound in bounds):
        return None
    return f"the index {quoted(node.slice)} of a {what}", instead


def _has_no_value(program: Program, node: ast.expr, place: Place) -> bool:
    """Whether an expression of a traced body gives a symbolic tensor, or a variable."""
    value = program.value(node, place)
    if not isinstance(value, TensorValue) or value.numpy is not False:
        return False
    if program.syntax.is_type_tested(node, place):
        return False
    return value.variable is True or program.graph.is_computed(node, place)


def trace_time_print(program: Program) -> Iterator[Report]:
    """TFR407: ``print`` of a tensor in a traced body."""
    for call, place, function, traced in program.graph_calls():
        if program.qualified(call.func, place) != "print":
            continue
        if not any(_prints_tensor(program, argument, place) for argument in call.args):
            continue
        yield _report(
            program,
            call,
            place,
            function,
            traced,
            f"'print' runs once per trace of {traced.name} and shows a symbolic tensor; "
            "use tf.print",
        )


def _prints_tensor(program: Program, node: ast.expr, place: Place) -> bool:
    if isinstance(node, ast.JoinedStr):
        parts = [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
        return any(_prints_tensor(program, part, place) for part in parts)
    value = program.value(node, place)
    if isinstance(value, TensorValue):
        return value.numpy is False
    return type(value) is TraceType and bool(program.roots([node], place))


def seed_after_trace(program: Program) -> Iterator[Report]:
    """TFR408: a seed set between calls of a traced function that draws random numbers."""
    seeds = [
        (call, place)
        for function in program.index.functions
        for call, place in function.calls
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
            yield Report(
                call,
                place,
                f"{quoted(draw.func)} (line {draw.lineno}) keeps the seeds that {traced.name} was "
                "traced with, whatever is set later; use a tf.random.Generator",
                traced.qualname,
                None,
                None,
                program.graph.traced_step(traced) + Witness((drawn,)) + why,
            )
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
    found = program.ordering.between(event, sites, in_order=not is_another)
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
