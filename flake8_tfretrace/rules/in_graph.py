"""Reports on what a traced body does, and the state that eager code changes around it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator

from flake8_tfretrace.excerpts import text_of
from flake8_tfretrace.facts import BodyFacts
from flake8_tfretrace.finding import Witness
from flake8_tfretrace.modules import is_mentioned
from flake8_tfretrace.program import Binding, Function, Place, Program, TracedFunction
from flake8_tfretrace.program.library import is_of_library
from flake8_tfretrace.program.scopes import start
from flake8_tfretrace.program.traced import LibraryTraced
from flake8_tfretrace.program.tracetypes import (
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
)
from flake8_tfretrace.rules.report import Report

Traced = TracedFunction | LibraryTraced
"""What is traced: by tf.function, or by Keras."""


def graph_report(
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


def if_completed(
    program: Program, function: Function, traced: Traced, reports: Iterable[Report]
) -> Iterator[Report]:
    """Yield reports on what a body that runs in a trace leaves behind, if both may come to an end.

    What surely raises leaves no graph that could keep or repeat anything. That is asked where there
    is something to report: it is a question about all that the body runs.
    """
    for report in reports:
        bodies = filter(None, {function, traced.function})
        if any(map(program.exceptions.ends_in_one, bodies)):
            return
        yield report


_TELLING = ("absl.logging.", "logging.", "warnings.")
"""The modules of functions that tell people what they are given."""
_SAYING = frozenset({"print", "tensorflow.name_scope", "keras.name_scope"})
"""Functions that show what they are given, or make it part of the names of operations."""
_PARTS_OF_TEXT = (ast.Attribute, ast.BinOp, ast.FormattedValue, ast.JoinedStr, ast.Subscript)


def is_only_told(program: Program, node: ast.AST, place: Place) -> bool:
    """Whether a value is for people: it is part of a message, or of the name of an operation.

    That, or what an ``assert`` makes sure of, is no part of what a graph computes.
    """
    for around in program.syntax.outward(place.function, node):
        parent = program.syntax.parent(place.function, around)
        if isinstance(parent, ast.Assert):
            return True
        if isinstance(parent, ast.keyword):
            call = program.syntax.parent(place.function, parent)
            if parent.arg == "name" and isinstance(call, ast.Call):
                return is_of_library(program.qualified(call.func, place) or "")
            parent = call
        if isinstance(parent, ast.Call) and around is not parent.func:
            member = program.classes.member(parent.func, place) or ""
            if member.startswith(_TELLING) or member in _SAYING:
                return True
            is_text = isinstance(parent.func, ast.Attribute) and parent.func.attr == "format"
            if member not in ("format", "len", "repr", "round", "str", "type") and not is_text:
                return False
        elif not isinstance(parent, (*_PARTS_OF_TEXT, ast.Compare, ast.Call)):
            return False
    return False


def raising_report(
    program: Program, node: ast.AST, place: Place, function: Function, traced: Traced, message: str
) -> Report:
    """Return the report on code that raises whenever ``traced`` is traced."""
    why = needs_to_raise(program, node, place, traced)
    return graph_report(program, node, place, function, traced, message, why)


def undoing(function: Function, nodes: list[ast.AST]) -> Callable[[Binding | ast.AST], bool]:
    """Return whether one of some statements, or calls, runs after another one before a return.

    What stands in a ``finally`` does so behind all that enters its ``try``.
    """
    graph = function.graph
    tries = [
        part
        for part in ast.walk(function.node)
        if isinstance(part, ast.Try)
        and any(node in ast.walk(statement) for statement in part.finalbody for node in nodes)
    ]
    within = {part for one in tries for statement in one.body for part in ast.walk(statement)}
    points = [graph.point_at(start(one.body[0])) for one in tries]
    points += [graph.point_at(start(node)) for node in nodes]

    def is_undone(done: Binding | ast.AST) -> bool:
        node = done.node if isinstance(done, Binding) else done
        return node in within or not graph.survives(
            graph.point_at(start(node)), points, lambda _: None
        )

    return is_undone


def needs_to_raise(
    program: Program, node: ast.AST, place: Place, traced: Traced | None = None
) -> Witness:
    """Return what has to be so that code which raises in a graph is part of one.

    Whoever ran it would know. So it is not assumed that a function is called of which the project
    says nothing, nor that an option lets the code run.
    """
    needs = {
        f"'{text_of(test)}' lets it run"
        for test in program.syntax.conditions(node, place)
        if _asks_for_option(program, test, place) or _asks_for_unpassed(program, test, place)
    }
    if isinstance(traced, TracedFunction):
        if not _is_called(program, traced):
            needs.add(f"{traced.name} is called")
        elif program.is_defined_anew(traced):
            needs.add(f"{traced.name} is not called to show that")
            needs.add(f"{traced.name} is not defined anew to mend that")
        elif program.is_shown(traced):
            needs.add(f"{traced.name} is not called to show that")
    return Witness(needs=frozenset(needs))


def _is_called(program: Program, traced: TracedFunction) -> bool:
    """Whether something may call a traced function: its project uses it, or its class."""
    function = traced.function
    if function is None or program.sites.anywhere(traced) or program.sites.in_file(traced):
        return True
    owner = function.owner
    name = function.name if owner is None else owner.name
    if any(name in program.syntax.uses(other) for other in program.index.functions):
        return True
    return is_mentioned(name, program.files.path(function.body)) is not False


def _asks_for_option(program: Program, test: ast.expr, place: Place) -> bool:
    """Whether a condition, which nothing decides, asks for an attribute of an object.

    Not of what the function is given, but for its instance; and what asks for a tensor makes both
    branches part of the graph.
    """
    if program.feasibility.truth(test, place) is not None:
        return False
    parts = [part for part in ast.walk(test) if isinstance(part, ast.expr)]
    if any(isinstance(program.value(part, place), TensorValue) for part in parts):
        return False
    function = place.function
    names = {part.id for part in parts if isinstance(part, ast.Name)}
    called = {part.func for part in parts if isinstance(part, ast.Call)}
    return names.isdisjoint(parameter.name for parameter in function.call_parameters) and any(
        isinstance(part, ast.Attribute) and part not in called for part in parts
    )


def _asks_for_unpassed(program: Program, test: ast.expr, place: Place) -> bool:
    """Whether an undecided condition asks a layer's ``call`` for an argument that nothing passes.

    Keras fills in a mask where a layer before it makes one, and ``training`` wherever it calls.
    """
    function = place.function
    if not program.calls.is_called_by_keras(function):
        return False
    if program.feasibility.truth(test, place) is not None:
        return False
    names = {part.id for part in ast.walk(test) if isinstance(part, ast.Name)}
    return any(
        parameter.default is not None
        and parameter.name in names
        and parameter.name != "training"
        and not program.calls.given(function, parameter.name)
        for parameter in function.call_parameters
    )


def hinges_on_state(program: Program, node: ast.AST, place: Place) -> bool:
    """Whether it depends on Python state that eager code changes if ``node`` is part of a trace."""
    return hinges_on(program, node, place, _reads_state)


def _reads_state(program: Program, test: ast.expr, place: Place) -> bool:
    return any(
        program.calls.callers(function)
        for part in ast.walk(test)
        if isinstance(part, ast.Attribute)
        for function in _updating(program, part, place)
    )


def _updating(program: Program, node: ast.Attribute, place: Place) -> Iterator[Function]:
    """Yield the eager functions that store an attribute, or change what it holds."""
    yield from (update.place.function for update in eager_updates(program, node, place))
    for _, at in program.mutations.filled_within(node.attr):
        if at.function.name not in MAKING and not program.graph.may_hold(at.function):
            yield at.function


def hinges_on(
    program: Program,
    node: ast.AST,
    place: Place,
    asks: Callable[[Program, ast.expr, Place], bool],
    seen: frozenset[Function] = frozenset(),
) -> bool:
    """Whether a condition that ``asks`` for something decides if ``node`` is part of a trace.

    A condition is decided once per trace: of what it guards, that trace may have nothing. It is
    one that control to the node depends on, or to each call in the graph that leads to it.
    """
    if any(asks(program, test, place) for test in program.syntax.conditions(node, place)):
        return True
    function = place.function
    if function in seen or program.traced_of(function):
        return False
    seen |= {function}
    calls = [
        (c, p) for c, p in program.calls.callers(function) if program.graph.may_hold(p.function)
    ]
    return bool(calls) and all(hinges_on(program, c, p, asks, seen) for c, p in calls)


MAKING = ("__init__", "build")
"""The methods that give an object its first state."""


def eager_updates(program: Program, node: ast.Attribute, place: Place) -> Iterator[Binding]:
    """Yield the assignments of eager code, after an object is made, to an attribute of it."""
    holder = program.value(node.value, place)
    if not isinstance(holder, ObjectValue) or holder.cls is None:
        return
    for binding in program.classes.attribute_updates(holder.cls, node.attr):
        if binding.place.function.name in MAKING:
            continue
        if program.graph.may_hold(binding.place.function):
            continue
        if program.syntax.is_guarded(binding.place):
            continue
        if is_python_state(program, binding):
            yield binding


def is_python_state(program: Program, binding: Binding) -> bool:
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
        return any(is_number(program, operand, binding.place) for operand in operands)
    if type(value) is TraceType:
        return is_drawn(program, binding, frozenset())
    return isinstance(value, ObjectValue) and isinstance(value.site, ast.Call)


def is_drawn(program: Program, binding: Binding, seen: frozenset[Binding]) -> bool:
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
    return bool(given) and all(is_drawn(program, b, seen | {binding}) for b in given)


def is_number(program: Program, node: ast.expr, place: Place) -> bool:
    """Whether an expression gives a number, or is arithmetic with one."""
    value = program.value(node, place)
    if isinstance(value, PythonValue):
        return value.is_number
    return isinstance(node, ast.BinOp) and any(
        is_number(program, operand, place) for operand in (node.left, node.right)
    )
