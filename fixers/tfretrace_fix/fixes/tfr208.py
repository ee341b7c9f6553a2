"""TFR208: a concrete function is asked for once, for all sizes of the dimensions that vary."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import ConcreteFunctionFacts
from flake8_tfretrace.program import Binding, Parameter, Place, Program
from flake8_tfretrace.program.signature import spec
from flake8_tfretrace.program.syntax import bind
from flake8_tfretrace.program.tracetypes import PythonValue, TensorValue, TraceType, python_value
from tfretrace_fix.edits import Edit, Replace
from tfretrace_fix.effects import effects_of_tracing, state_between_calls
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.open_shapes import doubt_of_one_trace, doubt_of_opening
from tfretrace_fix.plans import Context, Plan, Refusal
from tfretrace_fix.static_shapes import static_shape_needs

_EXPORTING = ("convert", "export", "from_concrete_functions", "save")
"""What writes functions to files."""


def plan(finding: Finding, context: Context) -> Plan:
    """Leave the dimensions that vary open."""
    facts: ConcreteFunctionFacts = finding.facts
    tensorflow, imports = tensorflow_name(context.program, facts.place)
    kept = _kept_in(context.program, facts)
    opened = _check_body(context.program, facts)
    edits = [
        edit
        for argument in facts.varying
        for edit in _opened(context.program, facts, argument, tensorflow)
    ]
    because = _doubt_of_sizes(context, facts, opened)
    if kept is not None:
        because = f"'{kept}' keeps one function for all sizes then"
    return Plan((*edits, *imports), (finding,), because)


def _opened(
    program: Program, facts: ConcreteFunctionFacts, argument: ast.expr, tensorflow: str
) -> Iterator[Edit]:
    """Yield the edits that leave open what varies of ``argument``."""
    value = program.value(argument, facts.place)
    text = ast.unparse(argument)
    if isinstance(argument, ast.Call):
        if program.qualified(argument.func, facts.place) == "tensorflow.TensorSpec":
            yield from _open_dimensions(program, facts.place, argument)
            return
    named = _named_spec(program, facts, argument)
    if named is not None:
        yield from _open_dimensions(program, facts.place, named)
        return
    if isinstance(value, PythonValue):
        raise Refusal(f"'{text}' is a number that each concrete function is made for")
    if not isinstance(value, TensorValue) or value.dtype is None or value.shape is None:
        raise Refusal(f"the rank or dtype of '{text}' is not known")
    yield Replace(argument, spec(value, text, tensorflow))


def _named_spec(
    program: Program, facts: ConcreteFunctionFacts, argument: ast.expr
) -> ast.Call | None:
    """Return the specification that a name stands for, if it has it for this argument alone."""
    function = facts.place.function
    if not isinstance(argument, ast.Name):
        return None
    uses = [use for use, _ in program.syntax.uses(function).get(argument.id, ())]
    match program.bindings(argument, facts.place):
        case [Binding(kind="assign", path=(), value=ast.Call() as call) as binding]:
            is_spec = program.qualified(call.func, binding.place) == "tensorflow.TensorSpec"
            if is_spec and binding.place.function is function and uses == [argument]:
                return call
    return None


def _open_dimensions(program: Program, place: Place, spec: ast.Call) -> Iterator[Edit]:
    given = [*spec.args[:1], *(k.value for k in spec.keywords if k.arg == "shape")]
    shape = given[0] if given else None
    if not isinstance(shape, ast.List | ast.Tuple):
        raise Refusal(f"the shape of '{ast.unparse(spec)}' is not written out")
    varying = [
        dimension for dimension in shape.elts if program.value(dimension, place).changes is not None
    ]
    if not varying:
        raise Refusal(f"which dimension of '{ast.unparse(spec)}' varies is not known")
    for dimension in varying:
        yield Replace(dimension, "None")


def _kept_in(program: Program, facts: ConcreteFunctionFacts) -> str | None:
    """Return what keeps the concrete function as an item; None where it is called alone.

    Raises:
        Refusal: it is kept in another way, or may be exported.
    """
    function = facts.place.function
    parent = program.syntax.parent(function, facts.call)
    if isinstance(parent, ast.Call) and parent.func is facts.call:
        return None
    if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name):
        uses = program.syntax.uses(function).get(parent.targets[0].id, ())
        if all(isinstance(p, ast.Call) and p.func is use for use, p in uses):
            return None
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1:
        (target,) = parent.targets
        if isinstance(target, ast.Subscript) and not _is_exported(program):
            return ast.unparse(target.value)
    raise Refusal("it is kept: one for each size may be meant")


def _is_exported(program: Program) -> bool:
    """Whether the file may save functions for programs that ask for each of them."""
    return any(any(program.calls.named(name)) for name in _EXPORTING)


def _check_body(program: Program, facts: ConcreteFunctionFacts) -> Mapping[Parameter, TraceType]:
    """Return the parameters that vary, with what is passed for them.

    Raises:
        Refusal: the body asks for their sizes.
    """
    function = facts.traced.function
    if function is None:
        raise Refusal("the definition of the function is not in this file")
    given: dict[Parameter, TraceType] = {}
    for node, parameter, starred in bind(function.call_parameters, facts.call):
        if parameter is None or starred:
            raise Refusal(f"what '{ast.unparse(facts.call)}' passes is not written out")
        if node in facts.varying:
            given[parameter] = _with_open_dimensions(program.value(node, facts.place))
    for need in static_shape_needs(program, function, given, given):
        raise Refusal(need.reason)
    return given


def _with_open_dimensions(value: TraceType) -> TensorValue:
    """Return a tensor of which only the sizes are known that stay the same."""
    if not isinstance(value, TensorValue):
        return TensorValue()
    sizes = value.sizes if value.shape is not None and value.change is None else None
    if sizes is None:
        return TensorValue(value.dtype)
    shape = tuple(None if size is None else python_value(size) for size in sizes)
    return TensorValue(value.dtype, shape)


def _doubt_of_sizes(
    context: Context,
    facts: ConcreteFunctionFacts,
    opened: Mapping[Parameter, TraceType],
) -> str | None:
    """Return what may change where one trace serves calls of several sizes; or None."""
    program, function = context.program, facts.traced.function
    assert function is not None
    values: dict[Parameter | ast.expr, TraceType] = dict(opened.items())
    doubt = (
        doubt_of_one_trace(program, function)
        or doubt_of_opening(program, function, values)
        or effects_of_tracing(program, function)
        or state_between_calls(context, facts.traced)
    )
    if doubt is None:
        return None
    return "the function is traced without knowing the sizes, which some operations need"
