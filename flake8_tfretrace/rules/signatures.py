"""TFR2xx: signatures and options of ``tf.function``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_tfretrace.facts import OptionFacts, SignatureFacts
from flake8_tfretrace.finding import Report
from flake8_tfretrace.program import Argument, CallSite, Parameter, Program, TracedFunction
from flake8_tfretrace.program.calls import predicted_traces
from flake8_tfretrace.program.tracetypes import (
    Change,
    MappingValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
    join,
)
from flake8_tfretrace.rules.arguments import FEW
from flake8_tfretrace.rules.wording import lines_of, quoted

RENAMED_OPTIONS = {
    "experimental_relax_shapes": "reduce_retracing",
    "experimental_compile": "jit_compile",
}


def missing_input_signature(program: Program) -> Iterator[Report]:
    """TFR201: different shapes reach a function that neither signature nor option pins."""
    for traced in program.traced:
        sites = program.sites[traced]
        if not sites or traced.has_signature or traced.reduces_retracing:
            continue
        evidence = _first_varying_shape(traced, sites)
        if evidence is None:
            continue
        yield Report(
            traced.site,
            traced.place,
            f"{evidence}: {traced.name} retraces for every shape; "
            "give it an input_signature or reduce_retracing=True",
            traced.function.qualname if traced.function else None,
            predicted_traces(program, sites),
            SignatureFacts(traced, tuple(sites), joined_types(traced, sites)),
        )


def _first_varying_shape(traced: TracedFunction, sites: list[CallSite]) -> str | None:
    """Return the words for the first argument whose shape varies."""
    for site in sites:
        for argument in site.arguments:
            for tensor in tensors_in(argument.value):
                change = _shape_change(tensor)
                if change is not None:
                    return (
                        f"the shape of {quoted(argument.node)} (line {argument.node.lineno}) "
                        f"{_how(change)}"
                    )
    for parameter in traced.parameters:
        arguments = [(s, a) for s in sites if (a := s.argument(parameter)) is not None]
        words = _different_shapes(parameter, [argument for _, argument in arguments])
        if words is not None:
            return words
    return None


def _shape_change(tensor: TensorValue) -> Change | None:
    if tensor.change is not None:
        return tensor.change
    for dimension in tensor.shape or ():
        if dimension is not None and dimension.change is not None:
            count = dimension.change.count
            if count is None or count > FEW:
                return dimension.change
    return None


def _how(change: Change) -> str:
    if change.kind == "shape":
        return f"is what {change.what} makes it"
    if change.kind in ("loop", "counter"):
        return f"follows '{change.what}'"
    if change.kind == "length":
        return "grows"
    return "changes from call to call"


def _different_shapes(parameter: Parameter, arguments: list[Argument]) -> str | None:
    """Return the words for a parameter that calls give tensors of different shapes."""
    columns = [(argument, tensors_in(argument.value)) for argument in arguments]
    widths = {len(tensors) for _, tensors in columns}
    if len(widths) != 1:
        return None
    for position in range(widths.pop()):
        shapes: dict[tuple[int, ...], ast.expr] = {}
        for argument, tensors in columns:
            shape = tensors[position].constant_shape
            if shape is not None:
                shapes.setdefault(shape, argument.node)
        if len(shapes) > 1:
            shown = " and ".join(str(list(shape)) for shape in list(shapes)[:2])
            more = ", ..." if len(shapes) > 2 else ""
            return f"'{parameter.name}' is {shown}{more} ({lines_of(shapes.values())})"
    return None


def tensors_in(value: TraceType) -> list[TensorValue]:
    """Return the tensors that an argument is or contains."""
    if isinstance(value, TensorValue):
        return [value]
    if isinstance(value, SequenceValue) and value.items is not None:
        return [tensor for item in value.items for tensor in tensors_in(item)]
    if isinstance(value, MappingValue) and value.items is not None:
        return [tensor for _, item in value.items for tensor in tensors_in(item)]
    return []


def joined_types(
    traced: TracedFunction, sites: list[CallSite]
) -> tuple[tuple[Parameter, TraceType], ...]:
    """Return, for each parameter that calls give, the join of what they give."""
    found = []
    for parameter in traced.parameters:
        values = [a.value for s in sites if (a := s.argument(parameter)) is not None]
        if values:
            found.append((parameter, join(values)))
    return tuple(found)


def unpinned_function(program: Program) -> Iterator[Report]:
    """TFR202: neither input_signature nor reduce_retracing, whatever the calls."""
    for traced in program.traced:
        if traced.function is None or traced.has_signature or traced.reduces_retracing:
            continue
        sites = program.sites[traced]
        parameters = [p for p in traced.parameters if _may_be_tensor(program, traced, p)]
        if not parameters:
            continue
        yield Report(
            traced.site,
            traced.place,
            f"{traced.name} has neither input_signature nor reduce_retracing: a trace for every "
            f"shape and dtype of '{parameters[0].name}'; pin it with one of them",
            traced.function.qualname,
            None,
            SignatureFacts(traced, tuple(sites), joined_types(traced, sites)),
        )


def _may_be_tensor(program: Program, traced: TracedFunction, parameter: Parameter) -> bool:
    if parameter.kind in ("*", "**"):
        return False
    assert traced.function is not None
    value = program.evaluator.parameter(traced.function, parameter.name)
    if isinstance(value, PythonValue):
        return False
    default = parameter.default
    return not (isinstance(default, ast.Constant) and default.value is not None)


def deprecated_relax_shapes(program: Program) -> Iterator[Report]:
    """TFR203: an option of tf.function under its old name."""
    for call, place in program.option_calls:
        for keyword in call.keywords:
            new = RENAMED_OPTIONS.get(keyword.arg or "")
            if new is None or any(k.arg == new for k in call.keywords):
                continue
            assert keyword.arg is not None
            yield Report(
                call,
                place,
                f"'{keyword.arg}' is deprecated: the option is called '{new}'",
                facts=OptionFacts(call, keyword.arg, new),
            )
