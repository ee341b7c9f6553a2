"""TFR507: the function that takes a Jacobian, or maps over rows, becomes a tf.function.

What TensorFlow traces at each call is then part of the one trace of the function. Where the
function does what a graph cannot, the call that maps over rows gets a tf.function of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import CallFacts
from flake8_tfretrace.modules import own_module, users
from flake8_tfretrace.program import Function, Parameter, Place, Program
from flake8_tfretrace.program.library import ASSIGNING
from flake8_tfretrace.program.library_calls import is_tape
from flake8_tfretrace.program.scopes import lookup
from flake8_tfretrace.program.syntax import argument, bind, own_nodes
from flake8_tfretrace.program.tracetypes import (
    ContainerValue,
    FunctionValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
)
from tfretrace_fix.captures import doubt_of_moving
from tfretrace_fix.edits import AddDecorator, Edit, InsertBefore, Replace, taken_apart
from tfretrace_fix.effects import effects_of_tracing
from tfretrace_fix.mutability import changes_of_variable
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal
from tfretrace_fix.targets import Code, free_name, module_target

_STATEMENTS = (
    ast.AnnAssign,
    ast.Assign,
    ast.AugAssign,
    ast.Expr,
    ast.For,
    ast.Pass,
    ast.Return,
    ast.With,
)
_OF_SEVERAL = frozenset({"enumerate", "reversed", "zip"})
"""Builtins that go over what they are given: in a graph this must be no tensor either."""
_MAKING = frozenset({"tensorflow.constant", "tensorflow.convert_to_tensor"})
"""What makes a tensor of lists and numbers."""
_OF_VARIABLES = frozenset({*ASSIGNING, "read_value", "value"})
"""Methods of variables that are operations."""


def plan(finding: Finding, context: Context) -> Plan:
    """Decorate the function, or else let a tf.function of its own make the call."""
    facts: CallFacts = finding.facts
    try:
        plan = _decorated(finding, context)
    except Refusal as refusal:
        if not facts.call.args or isinstance(facts.call.args[0], ast.Starred):
            raise
        func = facts.call.func
        if context.program.qualified(func, facts.place) != "tensorflow.vectorized_map":
            raise
        try:
            return _made_by_another(finding, context)
        except Refusal as other:
            raise Refusal(f"{refusal}; alone it cannot be traced: {other}") from None
    return plan


def _made_by_another(finding: Finding, context: Context) -> Plan:
    """Let a function of the module map over the rows, which is traced once for all calls.

    Raises:
        Refusal: what is mapped may change, or the rows are no tensors.
    """
    facts: CallFacts = finding.facts
    program, call, place = context.program, facts.call, facts.place
    rows = argument(call, 1, "elems")
    options = [k for k in call.keywords if k.arg != "elems"]
    if (
        rows is None
        or len(call.args) > 2
        or not all(isinstance(k.value, ast.Constant) for k in options)
    ):
        raise Refusal("its options may change")
    doubts = [*_doubts_of_rows(program, rows, place)]
    mapped, target = call.args[0], module_target(program, call)
    name = mapped.attr if isinstance(mapped, ast.Attribute) else getattr(mapped, "id", "rows")
    name = free_name(program, f"vectorized_{name.lstrip('_')}", target)
    doubt = doubt_of_moving(program, [Code(mapped, place)], target, [])
    tensorflow, imports = tensorflow_name(program, place)
    template, values = taken_apart(call)
    given = next(key for key, node in values.items() if node is rows)
    template = template.replace(f"{{{given}}}", "elems")
    code = f"@{tensorflow}.function\ndef {name}(elems):\n    return {template}"
    parts = {key: node for key, node in values.items() if key != given}
    edits: tuple[Edit, ...] = (
        *imports,
        InsertBefore(target.statement, code, parts),
        Replace(call, f"{name}({{rows}})", {"rows": rows}),
    )
    because = f"'{ast.unparse(mapped)}' keeps what it reads of objects when it is traced"
    return Plan(edits, (finding,), next(filter(None, (doubt, *doubts)), because))


def _doubts_of_rows(program: Program, rows: ast.expr, place: Place) -> Iterator[str]:
    """Yield what of the rows is not known to be a tensor.

    Raises:
        Refusal: some are Python numbers, which a tf.function would take for constants.
    """
    parts = rows.elts if isinstance(rows, ast.List | ast.Tuple) else [rows]
    for part in parts:
        value = program.value(part, place)
        if _is_of_tensors(value):
            continue
        if isinstance(value, PythonValue | ContainerValue) or isinstance(part, ast.Starred):
            raise Refusal(f"'{ast.unparse(part)}' is no tensor")
        yield f"what '{ast.unparse(part)}' is, is not known"


def _is_of_tensors(value: TraceType) -> bool:
    """Whether a value is a tensor or an array, or a list or tuple of such."""
    if isinstance(value, SequenceValue):
        return bool(value.parts) and all(map(_is_of_tensors, value.parts))
    return isinstance(value, TensorValue)


def _decorated(finding: Finding, context: Context) -> Plan:
    """Decorate the function, if nothing in it needs a value or happens only while tracing."""
    facts: CallFacts = finding.facts
    program, function = context.program, facts.place.function
    node, place = function.node, function.place
    if not isinstance(node, ast.FunctionDef) or place is None or facts.place.loops:
        raise Refusal("put the step into a function of its own, which tf.function can trace")
    if node.decorator_list or place.scope.kind == "function":
        raise Refusal(f"'{function.name}' is decorated already, or made anew at each call")
    places = [place for _, place in program.calls.callers(function)]
    tensorflow, imports = tensorflow_name(program, function.body, *places)
    made = {one.call: one for one in _made_by_callers(context, tensorflow, function)}
    doubts = [
        *_doubts_of_calls(program, function, {one.parameter for one in made.values()}),
        *(
            f"'{name}' may be more than a tensor"
            for name in _needed(program, function, set(), made.keys())
        ),
    ]
    effect = effects_of_tracing(program, function)
    covers = tuple(
        other
        for other in context.findings
        if other.code == "TFR507" and other.facts.place.function is function
    )
    because = f"'{function.name}' keeps what it reads of objects when it is traced"
    because = next(filter(None, (effect, *doubts)), because)
    edits = (edit for one in made.values() for edit in one.edits)
    return Plan((AddDecorator(node, f"{tensorflow}.function"), *imports, *edits), covers, because)


@dataclass(frozen=True)
class _Made:
    """A parameter of which the body makes a tensor, and does nothing else with it."""

    parameter: Parameter
    call: ast.Call
    edits: tuple[Edit, ...]
    """What lets the callers make it instead."""


def _made_by_callers(context: Context, tensorflow: str, function: Function) -> Iterator[_Made]:
    """Yield the parameters whose tensors all callers can make as well."""
    program, name = context.program, function.name
    calls = program.calls.callers(function)
    funcs = {call.func for call, _ in calls}
    module = own_module(program.filename, program.source or "")
    offered = name if function.owner is None else function.owner.name
    if not calls or (module is not None and users(module, {offered})):
        return
    if any(read not in funcs for read in context.reads_of(name, function.place or function.body)):
        return
    if not all(program.files.is_own(place) for _, place in calls):
        return
    for parameter in function.call_parameters:
        call = _making(program, function, parameter)
        given = [_given(function, parameter, one) for one, _ in calls]
        if call is None or any(len(nodes) != 1 for nodes in given):
            continue
        values = [program.value(node, place) for (node,), (_, place) in zip(given, calls)]
        if all(isinstance(value, TensorValue) and value.numpy is False for value in values):
            continue
        qualified = program.qualified(call.func, function.body) or ""
        maker = f"{tensorflow}.{qualified.rpartition('.')[2]}"
        options = "".join(f", {ast.unparse(option)}" for option in (*call.args[1:], *call.keywords))
        edits = [Replace(node, f"{maker}({{old}}{options})") for (node,) in given]
        yield _Made(parameter, call, (*edits, Replace(call, parameter.name)))


def _given(function: Function, parameter: Parameter, call: ast.Call) -> list[ast.expr]:
    """Return what a call surely passes for a parameter."""
    bound = bind(function.call_parameters, call)
    return [node for node, taking, is_starred in bound if taking is parameter and not is_starred]


def _making(program: Program, function: Function, parameter: Parameter) -> ast.Call | None:
    """Return the call that makes a tensor of a parameter, which is used for nothing else."""
    if parameter.kind != "positional" or parameter.default is not None:
        return None
    found: list[tuple[ast.expr, ast.AST | None]] = []
    for use, user in program.syntax.uses(function).get(parameter.name, ()):
        if program.syntax.owner(function, use) is not function:
            return None
        kinds = {b.kind for b in program.bindings(use, program.syntax.place(function, use))}
        if kinds == {"parameter"}:
            found.append((use, user))
        elif "parameter" in kinds:
            return None
    match found:
        case [(read, ast.Call(args=[first, *others]) as call)] if first is read:
            place = program.syntax.place(function, call)
            options = [*others, *(keyword.value for keyword in call.keywords)]
            if (
                place is function.body
                and program.qualified(call.func, place) in _MAKING
                and len(options) <= 1
                and all(keyword.arg == "dtype" for keyword in call.keywords)
                and all(_is_dtype(program, option, place) for option in options)
            ):
                return call
    return None


def _is_dtype(program: Program, node: ast.expr, place: Place) -> bool:
    """Whether an expression names a dtype, in any function of the file."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    qualified = program.qualified(node, place) or ""
    module = program.index.module.body.scope
    root = node.value if isinstance(node, ast.Attribute) else None
    is_of_module = isinstance(root, ast.Name) and lookup(root.id, place.scope)[0] is module
    return is_of_module and qualified.startswith("tensorflow.") and qualified.count(".") == 1


def _doubts_of_calls(
    program: Program, function: Function, made: Collection[Parameter]
) -> Iterator[str]:
    """Yield what calls pass that is not known to be a tensor, but for what they make one of.

    Raises:
        Refusal: it is known not to be one.
    """
    calls = [*program.calls.callers(function)]
    for call, place in calls:
        for node, parameter, is_starred in bind(function.call_parameters, call):
            if parameter in made:
                continue
            value = program.value(node, place)
            if isinstance(value, TensorValue) and value.numpy is False:
                continue
            if isinstance(value, PythonValue) and value.constant is not None and not is_starred:
                # It is one for all calls, and part of the one trace.
                continue
            if is_starred or type(value) is not TraceType:
                if not isinstance(value, FunctionValue | TensorValue | ObjectValue):
                    raise Refusal(f"line {call.lineno} passes '{ast.unparse(node)}'")
            yield f"what '{ast.unparse(node)}' is, which line {call.lineno} passes, is not known"


def _needed(
    program: Program, function: Function, seen: set[Function], made: Collection[ast.Call] = ()
) -> Iterator[str]:
    """Yield what a body calls whose meaning in a graph is not known, but for what callers make.

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
        if isinstance(statement, ast.For):
            around = program.syntax.place(function, statement.iter)
            if statement.orelse or not _is_unrolled(program, statement.iter, around):
                code = ast.unparse(statement).splitlines()[0]
                raise Refusal(f"'{code}' may not work in a graph")
    for call, place in function.calls:
        if call not in made:
            yield from _called(program, call, place, seen)


def _is_unrolled(program: Program, node: ast.expr, place: Place) -> bool:
    """Whether a loop goes over the elements of lists and tuples, as it does in a graph, too.

    Those of a list that other code may change are seen at the first trace alone.
    """
    if isinstance(node, ast.Call) and program.qualified(node.func, place) in _OF_SEVERAL:
        parts = [part.value if isinstance(part, ast.Starred) else part for part in node.args]
        return all(_is_unrolled(program, part, place) for part in parts)
    if isinstance(node, ast.Name):
        owner, _ = lookup(node.id, place.scope)
        is_outer = owner is not None and owner is not place.function.body.scope
        if owner is not None and is_outer and any(changes_of_variable(program, node.id, owner)):
            return False
    return isinstance(program.value(node, place), SequenceValue)


def _called(program: Program, call: ast.Call, place: Place, seen: set[Function]) -> Iterator[str]:
    """Yield what is not known of a call."""
    qualified = program.qualified(call.func, place) or ""
    if qualified.startswith("tensorflow."):
        if any(part in qualified for part in ("py_function", "numpy_function", ".io.", "Variable")):
            raise Refusal(f"'{qualified}' is no operation of a graph")
        made = argument(call, 0, "value") if qualified in _MAKING else None
        if isinstance(made, ast.Name) and place.function.parameter(made.id) is not None:
            value = program.value(made, place)
            if not (isinstance(value, TensorValue) and value.numpy is False):
                # Of a tensor it makes none of another dtype.
                raise Refusal(f"'{ast.unparse(call)}' may be of what is no tensor")
        return
    callee = program.value(call.func, place)
    target = program.calls.target(call)
    if target is None and isinstance(callee, FunctionValue):
        target = callee.function
    if target is not None:
        yield from _needed(program, target, seen)
        return
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    if qualified in _OF_SEVERAL:
        return
    if qualified.startswith("numpy.") and not qualified.startswith("numpy.random."):
        if all(isinstance(program.value(part, place), PythonValue) for part in given):
            return
    owner = call.func.value if isinstance(call.func, ast.Attribute) else call.func
    value = program.value(owner, place)
    if is_tape(value):
        return
    if isinstance(callee, ObjectValue) and program.keras.kind(callee) in ("layer", "model"):
        return
    if isinstance(value, TensorValue) and value.variable is True:
        if isinstance(call.func, ast.Attribute) and call.func.attr in _OF_VARIABLES:
            return
    parameters = {p.name for p in place.function.parameters}
    if isinstance(owner, ast.Name) and owner is call.func and owner.id in parameters:
        yield owner.id
        return
    raise Refusal(f"'{ast.unparse(call)}' may need a value")
