"""TFR403: what changes once per trace, not per call."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from flake8_tfretrace.facts import BodyFacts
from flake8_tfretrace.finding import Witness
from flake8_tfretrace.modules import is_mentioned
from flake8_tfretrace.program import Function, Place, Program, TracedFunction
from flake8_tfretrace.program.iteration import element_of
from flake8_tfretrace.program.linear import part_of
from flake8_tfretrace.program.scopes import Binding, Class, start
from flake8_tfretrace.program.traced import LibraryTraced
from flake8_tfretrace.program.tracetypes import (
    ContainerValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    TensorValue,
)
from flake8_tfretrace.rules.in_graph import (
    Traced,
    graph_report,
    hinges_on_state,
    if_completed,
    undoing,
)
from flake8_tfretrace.rules.report import Report
from flake8_tfretrace.rules.stale_state import is_set_in_trace
from flake8_tfretrace.rules.wording import quoted


def trace_time_side_effect(program: Program) -> Iterator[Report]:
    """TFR403: Python state changed in a traced body: once per trace, not per call.

    What Keras traces also runs eagerly: of that only what is updated, which is wrong either way,
    not what is kept, which need not be symbolic.
    """
    for function, traced in program.traced_bodies():
        if not program.is_shown(traced):
            yield from if_completed(program, function, traced, _effects(program, function, traced))
    for function, library in program.library_bodies():
        if library.library == "Keras":
            yield from _effects(program, function, library)
    for cls in program.index.classes:
        if program.keras.class_kind(cls) == "metric":
            yield from _kept_by_metric(program, cls)


def _kept_by_metric(program: Program, cls: Class) -> Iterator[Report]:
    """Yield what ``update_state`` of a metric keeps of its trace for ``result``.

    Keras asks for that in the same graph, and eagerly once an epoch is over.
    """
    update, result = (cls.methods.get(name) for name in ("update_state", "result"))
    if update is None or result is None:
        return
    for target, binding in update.attribute_stores:
        node, place = binding.node, binding.place
        is_kept = (
            binding.kind == "assign"
            and _is_of_self(target, update)
            and any(
                reader is result and _is_of_self(read, result)
                for read, reader in program.syntax.attribute_reads.get(target.attr, ())
            )
        )
        is_given = isinstance(binding.value, ast.Name) and any(
            one.kind == "parameter" for one in program.bindings(binding.value, place)
        )
        if is_kept and (is_given or _is_symbolic(program, binding.value, place, binding.path)):
            words = (
                f"{quoted(target)} keeps a symbolic tensor of the trace of {update.qualname}: "
                f"{result.qualname} raises when Keras calls it after the epoch; keep it in a weight"
            )
            is_used = program.graph.may_hold(update)
            if not is_used and program.calls.constructions(cls):
                # Its own loop may update it, eagerly.
                return
            needs = () if is_used else (f"a model is trained with {cls.name}",)
            why = program.graph.why(update) if is_used else Witness(needs=frozenset(needs))
            why += program.files.witness(node, place, "this runs while it is traced")
            facts = BodyFacts(node, update, place)
            yield Report(node, place, words, update.qualname, None, facts, why)
            # One of them tells.
            return


def _effects(program: Program, function: Function, traced: Traced) -> Iterator[Report]:
    if function.name in ("__init__", "build"):
        return
    yield from _attribute_effects(program, function, traced)
    yield from _outer_names(program, function, traced)
    yield from _outer_appends(program, function, traced)
    yield from _outer_items(program, function, traced)


def _attribute_effects(program: Program, function: Function, traced: Traced) -> Iterator[Report]:
    is_told = False
    for target, binding in function.attribute_stores:
        place = binding.place
        if program.graph.is_guarded(place) or _is_local(program, target.value, place):
            continue
        name = ast.unparse(target)
        statement = binding.node
        if program.syntax.is_lifted(target, place) or _is_asserted(program, target.attr, place):
            continue
        if hinges_on_state(program, statement, place):
            continue
        why = Witness()
        holder = program.value(target.value, place)
        cls = holder.cls if isinstance(holder, ObjectValue) else None
        is_property = cls is not None and program.classes.is_property(cls, target.attr)
        if binding.kind == "augmented":
            value = program.value(target, place)
            # What the setter of a property does with a tensor is its own matter.
            if not isinstance(value, PythonValue if is_property else (PythonValue, TensorValue)):
                continue
            if is_set_in_trace(program, target, target, place):
                continue
            if not _is_read(program, target, statement, traced):
                continue
            words = f"'{name}' is updated once per trace, not per call; use a tf.Variable"
        elif (
            binding.kind == "assign"
            and not is_property
            and isinstance(traced, TracedFunction)
            and _is_symbolic(program, binding.value, place, binding.path)
        ):
            words = _keeps_tensor(target, traced)
            if not _is_read_elsewhere(program, target, function, traced):
                if function is not traced.function or is_told or _is_own(program, target, function):
                    # What is called there may run eagerly, too, before something reads the tensor.
                    continue
                is_told = True
                why = Witness(needs=frozenset({f"{name} is read after {traced.name}"}))
        else:
            continue
        yield graph_report(program, statement, place, function, traced, words, why)


def _is_read(program: Program, target: ast.Attribute, update: ast.AST, traced: Traced) -> bool:
    """Whether anything but its own update reads an attribute, as far as the file shows.

    What the project's other files speak of is taken to be read there. Of what Keras traces the file
    must show eager code that reads it: each layer may number its traces for itself.
    """
    own = set(ast.walk(update))
    if any(
        isinstance(traced, TracedFunction)
        or not program.graph.may_hold(reader)
        or program.keras.is_result(reader)
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
    if isinstance(value, SequenceValue):
        value = value.any_element
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


def _is_own(program: Program, target: ast.Attribute, writer: Function) -> bool:
    """Whether only the function that sets an attribute reads it, once it is set, or nothing does.

    Where the project is not known, something that nobody sees may read what nothing here does.
    """
    if writer.owner is None:
        return False
    family, graph = program.classes.family(writer.owner), writer.graph
    stores = [
        graph.point_at(start(other))
        for other, binding in writer.attribute_stores
        if other.attr == target.attr and binding.kind == "assign"
    ]
    own = False
    for read, reader in program.syntax.attribute_reads.get(target.attr, ()):
        if reader is writer:
            if not graph.is_dominated(graph.point_at(start(read)), stores):
                return False
            own = True
        elif reader.owner in (None, *family) or not _is_of_self(read, reader):
            return False
    mentioned = is_mentioned(target.attr, program.filename, writer.owner.name)
    return mentioned is False or (own and mentioned is None)


def _is_of_self(read: ast.Attribute, reader: Function) -> bool:
    """Whether a method reads an attribute of its own instance."""
    own = reader.parameters[0].name if reader.parameters else ""
    return isinstance(read.value, ast.Name) and read.value.id == own


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
    own = [b for b in bindings if program.graph.may_hold(b.place.function)]
    return any(b.kind != "parameter" for b in own) or _is_made_in_trace(
        program, node, place, frozenset()
    )


def _is_made_in_trace(
    program: Program, node: ast.expr, place: Place, seen: frozenset[Binding]
) -> bool:
    """Whether an object, and what a container holds, has its allocation site in the trace.

    What a function or method is handed is judged by all its callers in graphs.
    """
    value = program.value(node, place)
    if isinstance(value, ObjectValue) and isinstance(value.site, ast.Call):
        made = program.index.places.get(value.site)
        if made is not None:
            return program.graph.may_hold(made.function)
    match node:
        case ast.Attribute(value=holder) | ast.Subscript(value=holder):
            return _is_made_in_trace(program, holder, place, seen)
        case ast.Call(func=ast.Attribute(value=holder, attr="items" | "values")):
            return _is_made_in_trace(program, holder, place, seen)
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Dict(values=elements):
            return program.graph.may_hold(place.function) and all(
                not isinstance(program.value(element, place), ContainerValue | ObjectValue)
                or _is_made_in_trace(program, element, place, seen)
                for element in elements
            )
        case ast.Name():
            bindings = program.bindings(node, place)
            return bool(bindings) and all(
                binding not in seen and _is_bound_to_made(program, binding, seen | {binding})
                for binding in bindings
            )
    return False


def _is_bound_to_made(program: Program, binding: Binding, seen: frozenset[Binding]) -> bool:
    """Whether what a name is bound to is made in the trace."""
    function = binding.place.function
    if binding.kind in ("assign", "loop"):
        value = part_of(binding.value, binding.path) if binding.kind == "assign" else binding.value
        return value is not None and _is_made_in_trace(program, value, binding.place, seen)
    if binding.kind != "parameter" or any(program.traced_of(function)):
        return False
    is_instance = function.is_method and function.parameters[0].name == binding.name
    calls = program.calls
    callers = [(c, at) for c, at in calls.callers(function) if program.graph.may_hold(at.function)]
    if is_instance:
        handed = [(calls.receiver(call, at), at) for call, at in callers]
    else:
        handed = [(n, at) for n, at in calls.given(function, binding.name) if program.in_graph(at)]
    return len(handed) >= len(callers) > 0 and all(
        node is not None and _is_made_in_trace(program, node, at, seen) for node, at in handed
    )


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
            found = graph_report(program, binding.node, binding.place, function, traced, words)
            declaration = function.body.scope.declarations[name]
            yield replace(found, node=declaration, place=function.body)
            break


def _is_taken_back(call: ast.Call, stack: ast.expr, function: Function) -> bool:
    """Whether a function takes what it appends to a list off again before it ends."""
    text = ast.unparse(stack)
    pops: list[ast.AST] = [
        other
        for other, _ in function.calls
        if isinstance(other.func, ast.Attribute)
        and other.func.attr == "pop"
        and not other.args
        and ast.unparse(other.func.value) == text
    ]
    return bool(pops) and undoing(function, pops)(call)


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
        if func.attr == "append" and _is_taken_back(call, func.value, function):
            continue
        if isinstance(func.value, ast.Attribute):
            if is_set_in_trace(program, func.value, call, place):
                continue
            if isinstance(traced, LibraryTraced) and not _is_read(
                program, func.value, call, traced
            ):
                continue
        if isinstance(func.value, ast.Name) and any(
            b.kind == "parameter" for b in program.bindings(func.value, place)
        ):
            continue
        words = (
            f"{quoted(func)} changes an outer list once per trace of {traced.name}, not per call; "
            f"{_at_call(program, call, place)} where {traced.name} is called"
        )
        yield graph_report(program, call, place, function, traced, words)


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
        if not isinstance(program.value(target.value, place), ContainerValue):
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
            yield graph_report(program, statement, place, function, traced, words)


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
