"""TensorFlow's trace types as JSON types, for a profile; docs/profiles.md describes them.

Importing this module imports TensorFlow.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Any

from tensorflow.core.function.trace_type import default_types
from tensorflow.python.framework import tensor

from tfretrace.causes import describe
from tfretrace.records import StoredType

_BY_NAME = (int, float, bool, str, bytes, complex)
"""Types of Python values that the linter knows by the same name."""


def stored_call(function_type: Any) -> dict[str, StoredType]:
    """Return the types of the arguments of a ``FunctionType``, by parameter."""
    return {
        name: stored(parameter.type_constraint)
        for name, parameter in function_type.parameters.items()
    }


def stored(trace_type: Any) -> StoredType:
    """Return one trace type; ``other`` with its text for what no ``tf.TensorSpec`` describes."""
    if type(trace_type) is tensor.TensorSpec:
        shape = trace_type.shape
        dimensions = None if shape.rank is None else shape.as_list()
        return {"kind": "tensor", "dtype": trace_type.dtype.name, "shape": dimensions}
    if isinstance(trace_type, default_types.Literal):
        return {"kind": "python", "type": _kind(trace_type.value), "value": describe(trace_type)}
    if isinstance(trace_type, default_types.List):
        return {"kind": "list", "items": _all(trace_type.components_tuple.components)}
    if type(trace_type) is default_types.Tuple:
        return {"kind": "tuple", "items": _all(trace_type.components)}
    if isinstance(trace_type, default_types.Dict):
        keys = [*trace_type.mapping]
        if all(type(key) in (str, int) for key in keys):
            return {"kind": "dict", "keys": keys, "items": _all(trace_type.mapping.values())}
    return {"kind": "other", "text": describe(trace_type)}


def _all(parts: Iterable[Any]) -> list[StoredType]:
    return [stored(part) for part in parts]


def _kind(value: Any) -> str:
    if value is default_types.NanMarker:
        return "float"
    if value is None:
        return "none"
    if isinstance(value, enum.Enum):
        return "enum"
    return next((known.__name__ for known in _BY_NAME if type(value) is known), "value")
