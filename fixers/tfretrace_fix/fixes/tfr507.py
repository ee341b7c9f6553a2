"""TFR507: the function that takes a Jacobian, or maps over rows, becomes a tf.function.

What TensorFlow traces at each call is then part of the one trace of the function.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import CallFacts
from flake8_tfretrace.program import Function, Place, Program
from flake8_tfretrace.program.library import GRADIENT_TAPE
from flake8_tfretrace.program.syntax import bind, own_nodes
from flake8_tfretrace.program.tracetypes import FunctionValue, ObjectValue, TensorValue, TraceType
from tfretrace_fix.edits import AddDecorator
from tfretrace_fix.effects import effects_of_tracing
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal

_STATEMENTS = (ast.AnnAssign, ast.Assign, ast.Expr, ast.Pass, ast.Return, ast.With)


def plan(finding: Finding, context: Context) -> Plan:
    """Decorate the function, if nothing in it needs a value or happens only while tracing."""
    facts: CallFacts = finding.facts
    program, function = context.program, facts.place.function
    node, place = function.node, function.place
    if not isinstance(node, ast.FunctionDef) or place is None or facts.place.loops:
        raise Refusal("put the step into a function of its own, which tf.function can trace")
    if node.decorator_list or place.scope.kind == "function":
        raise Refusal(f"'{function.name}' is decorated already, or made anew at each call")
    doubts = [
        *_doubts_of_calls(program, function),
        *(f"'{name}' may be more than a tensor" for name in _needed(program, function, set())),
    ]
    effect = effects_of_tracing(program, function)
    tensorflow, imports = tensorflow_name(program, function.body)
    covers = tuple(
        other
        for other in context.findings
        if other.code == "TFR507" and other.facts.place.function is function
    )
    because = f"'{function.name}' keeps what it reads of objects when it is traced"
    because = next(filter(None, (effect, *doubts)), because)
    return Plan((AddDecorator(node, f"{tensorflow}.function"), *imports), covers, because)


def _doubts_of_calls(program: Program, function: Function) -> Iterator[str]:
    """Yield what calls pass that is not known to be a tensor.

    Raises:
        Refusal: it is known not to be one.
    """
    calls = [*program.calls.callers(function)]
    for call, place in calls:
        for node, _, is_starred in bind(function.call_parameters, call):
            value = program.value(node, place)
            if isinstance(value, TensorValue) and value.numpy is False:
                continue
            if is_starred or type(value) is not TraceType:
                if not isinstance(value, FunctionValue | TensorValue | ObjectValue):
                    raise Refusal(f"line {call.lineno} passes '{ast.unparse(node)}'")
            yield f"what '{ast.unparse(node)}' is, which line {call.lineno} passes, is not known"


def _needed(program: Program, function: Function, seen: set[Function]) -> Iterator[str]:
    """Yield what a body calls whose meaning in a graph is not known.

    Raises:
        Refusal: the body does something that a graph cannot, or would do once.
    """
    if function in seen:
        return
    seen.add(function)
    for statement in own_nodes(function):
        if isinstance(statement, ast.stmt) and not isinstance(statement, _STATEMENTS):
            raise Refusal(f"'{ast.unparse(statement).splitlines()[0]}' may not work in a graph")
        is_stored = isinstance(getattr(statement, "ctx", None), ast.Store)
        if is_stored and not isinstance(statement, ast.Name | ast.Tuple):
            assert isinstance(statement, ast.expr)
            raise Refusal(f"tracing sets '{ast.unparse(statement)}'")
    for call, place in function.calls:
        yield from _called(program, call, place, seen)


def _called(program: Program, call: ast.Call, place: Place, seen: set[Function]) -> Iterator[str]:
    """Yield what is not known of a call."""
    qualified = program.qualified(call.func, place) or ""
    if qualified.startswith("tensorflow."):
        if any(part in qualified for part in ("py_function", "numpy_function", ".io.", "Variable")):
            raise Refusal(f"'{qualified}' is no operation of a graph")
        return
    callee = program.value(call.func, place)
    if isinstance(callee, FunctionValue) and callee.function is not None:
        yield from _needed(program, callee.function, seen)
        return
    owner = call.func.value if isinstance(call.func, ast.Attribute) else call.func
    value = program.value(owner, place)
    if isinstance(value, ObjectValue) and value.qualified == GRADIENT_TAPE:
        return
    if isinstance(value, ObjectValue) and program.keras.kind(value) in ("layer", "model"):
        if owner is call.func:
            return
    parameters = {p.name for p in place.function.parameters}
    if isinstance(owner, ast.Name) and owner is call.func and owner.id in parameters:
        yield owner.id
        return
    raise Refusal(f"'{ast.unparse(call)}' may need a value")
