"""Why TensorFlow traced again: what differs between two trace types, and where.

TensorFlow reuses a trace when the requested type is a supertype of the type the trace was made
for (``tensorflow/core/function/polymorphism/type_dispatch.py``). :func:`explain` asks the same
question of every part of the two types and names the parts that say no.

Importing this module imports TensorFlow.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Iterable, Iterator, Mapping, Reversible, Sequence
from typing import Any

from tensorflow.core.function.trace_type import default_types
from tensorflow.core.function.trace_type.custom_nest_trace_type import CustomNestTraceType
from tensorflow.python.framework import type_spec
from tensorflow.python.types import core

from tfretrace.records import Cause, CauseKind

_COMPARED_TRACES = 64
"""How many earlier traces a new one is compared with, newest first: bounds the cost of a retrace.
"""

_CALLABLES = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    functools.partial,
    core.PolymorphicFunction,
)
_MODEL_MODULES = ("keras", "tf_keras")


def explain(
    requested: Any, context: Any, earlier: Reversible[tuple[Any, Any]]
) -> tuple[Cause, ...]:
    """Return what separates the requested type from the closest earlier trace.

    Args:
        requested: the ``FunctionType`` of the call.
        context: its ``FunctionContext``.
        earlier: ``(context, type)`` of the function's earlier traces, oldest first.

    The closest trace is the one with the fewest differences; of equally close ones, the newest.
    Empty where no difference can be seen.
    """
    closest: tuple[Cause, ...] | None = None
    for _, (earlier_context, earlier_type) in zip(
        range(_COMPARED_TRACES), reversed(earlier), strict=False
    ):
        causes = (
            *_context_differences(context, earlier_context),
            *_function_differences(requested, earlier_type),
        )
        if closest is None or len(causes) < len(closest):
            closest = causes
        if len(closest) == 1:
            break
    return closest or ()


def describe(trace_type: Any) -> str:
    """Return a short text for a trace type: ``float32 (2, 3)``, ``3``, ``[int32 (), 'a']``."""
    if isinstance(trace_type, default_types.Literal):
        return _literal(trace_type)
    if isinstance(trace_type, default_types.Weakref):
        return _referent(trace_type)
    if isinstance(trace_type, default_types.List):
        return f"[{_joined(trace_type.components_tuple.components)}]"
    if isinstance(trace_type, default_types.Tuple):
        return f"({_joined(trace_type.components)})"
    if isinstance(trace_type, default_types.Dict):
        items = (f"{key!r}: {describe(value)}" for key, value in trace_type.mapping.items())
        return f"{{{', '.join(items)}}}"
    if isinstance(trace_type, default_types.NamedTuple | default_types.Attrs):
        name, fields = _fields(trace_type)
        return f"{name}({', '.join(f'{key}={describe(part)}' for key, part in fields.items())})"
    if isinstance(trace_type, CustomNestTraceType):
        return f"{trace_type.value_type.__name__}({_joined(trace_type.components)})"
    if _has_shape(trace_type):
        kind = type(trace_type).__name__.removesuffix("Spec")
        text = f"{trace_type.dtype.name} {_shape(trace_type.shape)}"
        return text if kind == "Tensor" else f"{kind} {text}"
    return repr(trace_type)


def describe_call(function_type: Any) -> str:
    """Return the arguments of a ``FunctionType``: ``x: float32 (2, 3), n: 3``."""
    return ", ".join(
        f"{name}: {describe(parameter.type_constraint)}"
        for name, parameter in function_type.parameters.items()
    )


def _joined(parts: Iterable[Any]) -> str:
    return ", ".join(map(describe, parts))


def _literal(trace_type: Any) -> str:
    value = trace_type.value
    return "nan" if value is default_types.NanMarker else _shortened(repr(value))


def _shortened(text: str, width: int = 60) -> str:
    return text if len(text) <= width else text[: width - 3] + "..."


def _object(trace_type: Any) -> Any:
    """Return the object behind a Weakref type, or None once it is garbage."""
    return trace_type._ref()


def _referent(trace_type: Any) -> str:
    value = _object(trace_type)
    if value is None:
        return "garbage-collected temporary"
    if isinstance(value, type):
        return f"class {value.__qualname__}"
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
    if isinstance(value, _CALLABLES) and isinstance(name, str):
        return f"function {name}"
    return f"{type(value).__qualname__} object"


def _has_shape(trace_type: Any) -> bool:
    return isinstance(trace_type, type_spec.TypeSpec) and all(
        hasattr(trace_type, name) for name in ("shape", "dtype")
    )


def _shape(shape: Any) -> str:
    if shape.rank is None:
        return "of unknown rank"
    return str(tuple(shape.as_list()))


def _fields(trace_type: Any) -> tuple[str, dict[str, Any]]:
    named = trace_type
    if isinstance(trace_type, default_types.Attrs):
        named = trace_type.named_attributes
    return named.type_name, dict(
        zip(named.attribute_names, named.attributes.components, strict=True)
    )


def _context_differences(new: Any, old: Any) -> Iterator[Cause]:
    if new == old:
        return
    if new.context == old.context:
        yield Cause("variable_creation")
        return
    for name, new_value, old_value in zip(
        type(new.context)._fields, new.context, old.context, strict=True
    ):
        if new_value != old_value:
            yield Cause("context", name, _context_value(old_value), _context_value(new_value))


def _context_value(value: Any) -> str:
    if value is None:
        return "eager"
    name = getattr(value, "name", None)
    return f"graph {name}" if isinstance(name, str) else _shortened(repr(value))


def _function_differences(new: Any, old: Any) -> Iterator[Cause]:
    new_parameters, old_parameters = new.parameters, old.parameters
    if len(new_parameters) != len(old_parameters):
        kind: CauseKind = "arity"
        if not (new_parameters.keys() > old_parameters.keys()) and not (
            old_parameters.keys() > new_parameters.keys()
        ):
            kind = "keys"
        yield Cause(kind, "arguments", _names(old_parameters), _names(new_parameters))
    elif new_parameters.keys() != old_parameters.keys():
        yield Cause("keys", "arguments", _names(old_parameters), _names(new_parameters))
    for name in new_parameters:
        if name in old_parameters:
            yield from _differences(
                new_parameters[name].type_constraint, old_parameters[name].type_constraint, name
            )
    for name, capture in new.captures.items():
        if name not in old.captures or not capture.is_subtype_of(old.captures[name]):
            yield Cause("capture", str(name), "another capture", describe(capture))


def _names(parameters: Mapping[str, Any]) -> str:
    return f"({', '.join(parameters)})"


def _differences(new: Any, old: Any, path: str) -> Iterator[Cause]:
    """Yield what keeps a trace made for ``old`` from serving a call with ``new``."""
    if new == old or (type(new) is type(old) and new.is_subtype_of(old)):
        return
    if type(new) is not type(old):
        yield Cause(_mismatch(new, old), path, describe(old), describe(new))
    elif isinstance(new, default_types.Literal):
        yield Cause("python_value", path, describe(old), describe(new))
    elif isinstance(new, default_types.Weakref):
        yield Cause(_identity(_object(new)), path, describe(old), f"another {describe(new)}")
    elif isinstance(new, default_types.List):
        yield from _sequence_differences(
            new.components_tuple.components, old.components_tuple.components, path
        )
    elif isinstance(new, default_types.Tuple):
        yield from _sequence_differences(new.components, old.components, path)
    elif isinstance(new, default_types.Dict):
        yield from _mapping_differences(new.mapping, old.mapping, path, "{path}[{key!r}]")
    elif isinstance(new, default_types.NamedTuple | default_types.Attrs):
        (new_name, new_fields), (old_name, old_fields) = _fields(new), _fields(old)
        if new_name != old_name:
            yield Cause("container", path, old_name, new_name)
        else:
            yield from _mapping_differences(new_fields, old_fields, path, "{path}.{key}")
    elif isinstance(new, CustomNestTraceType):
        yield from _custom_nest_differences(new, old, path)
    elif isinstance(new, type_spec.TypeSpec):
        yield from _spec_differences(new, old, path)
    else:
        yield Cause("metadata", path, _shortened(repr(old)), _shortened(repr(new)))


def _sequence_differences(new: Sequence[Any], old: Sequence[Any], path: str) -> Iterator[Cause]:
    if len(new) != len(old):
        yield Cause("length", path, str(len(old)), str(len(new)))
        return
    for index, (new_part, old_part) in enumerate(zip(new, old, strict=True)):
        yield from _differences(new_part, old_part, f"{path}[{index}]")


def _mapping_differences(
    new: Mapping[Any, Any], old: Mapping[Any, Any], path: str, part: str
) -> Iterator[Cause]:
    if new.keys() != old.keys():
        yield Cause("keys", path, _shortened(repr([*old])), _shortened(repr([*new])))
        return
    for key, value in new.items():
        yield from _differences(value, old[key], part.format(path=path, key=key))


def _custom_nest_differences(new: Any, old: Any, path: str) -> Iterator[Cause]:
    if new.value_type != old.value_type:
        yield Cause("container", path, old.value_type.__name__, new.value_type.__name__)
    elif new.metadata != old.metadata:
        before, after = _shortened(repr(old.metadata)), _shortened(repr(new.metadata))
        yield Cause("metadata", path, before, after)
    else:
        yield from _sequence_differences(new.components, old.components, path)


def _spec_differences(new: Any, old: Any, path: str) -> Iterator[Cause]:
    found = False
    if _has_shape(new) and _has_shape(old):
        if not new.shape.is_subtype_of(old.shape):
            kind: CauseKind = "shape" if new.shape.rank == old.shape.rank else "rank"
            yield Cause(kind, path, _shape(old.shape), _shape(new.shape))
            found = True
        if new.dtype != old.dtype:
            yield Cause("dtype", path, old.dtype.name, new.dtype.name)
            found = True
    if not found and getattr(new, "alias_id", None) != getattr(old, "alias_id", None):
        yield Cause("aliasing", path, "another alias", "the same variable as another argument")
    elif not found:
        yield Cause("typespec", path, _shortened(repr(old)), _shortened(repr(new)))


def _mismatch(new: Any, old: Any) -> CauseKind:
    kinds = (new, old)
    if any(isinstance(kind, default_types.Literal) and kind.value is None for kind in kinds):
        return "none_vs_tensor"
    specs = sum(isinstance(kind, type_spec.TypeSpec) for kind in kinds)
    if specs == 1:
        return "python_vs_tensor"
    return "typespec" if specs == 2 else "container"


def _identity(value: Any) -> CauseKind:
    if isinstance(value, _CALLABLES):
        return "callable_identity"
    if any(base.__module__.split(".")[0] in _MODEL_MODULES for base in type(value).__mro__):
        return "model_identity"
    return "object_identity"
