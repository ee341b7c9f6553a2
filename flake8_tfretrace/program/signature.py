"""The ``input_signature`` that accepts given types."""

from __future__ import annotations

from collections.abc import Mapping

from flake8_tfretrace.program.model import Program
from flake8_tfretrace.program.scopes import Parameter
from flake8_tfretrace.program.traced import TracedFunction
from flake8_tfretrace.program.tracetypes import (
    MappingValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
)


class NoSignatureError(Exception):
    """No signature accepts the types; the message is a clause that says why."""


def covered(
    program: Program, traced: TracedFunction, types: Mapping[Parameter, TraceType]
) -> list[Parameter]:
    """Return the parameters that a signature names: up to the last one that leaves its default.

    Raises:
        NoSignatureError: it cannot name a parameter that it has to.
    """
    positional: list[Parameter] = []
    named = 0
    for parameter in traced.parameters:
        if parameter.kind in ("*", "**"):
            raise NoSignatureError(f"'{parameter.name}' takes any number of arguments")
        default = _is_default(program, traced, parameter, types.get(parameter))
        if parameter.kind == "positional":
            positional.append(parameter)
            named = named if default else len(positional)
        elif not default:
            raise NoSignatureError(f"a signature cannot cover the keyword-only '{parameter.name}'")
    return positional[:named]


def _is_default(
    program: Program, traced: TracedFunction, parameter: Parameter, value: TraceType | None
) -> bool:
    """Whether a parameter has no other value than its default."""
    if parameter.default is None or traced.function is None or traced.function.place is None:
        return False
    default = program.value(parameter.default, traced.function.place)
    return (
        isinstance(default, PythonValue)
        and isinstance(value, PythonValue)
        and value.constants is not None
        and len(value.constants) == 1
        and (default.kind, default.constants) == (value.kind, value.constants)
    )


def spec(value: TraceType | None, path: str, tensorflow: str) -> str:
    """Return the code of the type spec that accepts ``value``, which is called ``path``.

    Raises:
        NoSignatureError: there is none.
    """
    if isinstance(value, TensorValue) and value.dtype is None:
        raise NoSignatureError(f"the dtype of '{path}' differs from call to call")
    if isinstance(value, TensorValue) and value.shape is None:
        raise NoSignatureError(f"the rank of '{path}' differs from call to call")
    if isinstance(value, TensorValue):
        return f"{tensorflow}.TensorSpec({value.sizes}, {tensorflow}.{value.dtype})"
    if isinstance(value, SequenceValue) and value.items is not None:
        parts = [
            spec(item, f"{path}[{position}]", tensorflow)
            for position, item in enumerate(value.items)
        ]
        if value.kind == "list":
            return f"[{', '.join(parts)}]"
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
    if isinstance(value, MappingValue) and value.items is not None and value.change is None:
        items = [
            f"{key!r}: {spec(item, f'{path}[{key!r}]', tensorflow)}" for key, item in value.items
        ]
        return f"{{{', '.join(items)}}}"
    if isinstance(value, PythonValue):
        what = "None" if value.kind == "none" else f"a Python {value.kind}"
        raise NoSignatureError(f"'{path}' is {what}")
    raise NoSignatureError(f"'{path}' is not always a tensor")
