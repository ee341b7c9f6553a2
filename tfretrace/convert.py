"""Turn what callers have into what a traced function takes without retracing: tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import tensorflow as tf


def to_tensor(data: Any, dtype: Any = tf.float32) -> tf.Tensor:
    """Return ``data`` as a tensor.

    Args:
        data: an array or anything NumPy reads as one, nested lists, a number, a string, a tensor or
            a variable.
        dtype: what TensorFlow or NumPy calls it. Numbers are converted as NumPy's "same kind" rule
            allows: to another precision, from integers to floats, never from floats to integers.
            None keeps the dtype that ``data`` has.

    Raises:
        TypeError: ``data`` is no array, or its dtype cannot become ``dtype``.
        ValueError: ``data`` has rows of different lengths.
    """
    wanted = None if dtype is None else tf.as_dtype(dtype)
    if isinstance(data, tf.RaggedTensor | tf.SparseTensor):
        kind = type(data).__name__
        raise TypeError(
            f"a {kind} is not a dense tensor: call its to_tensor() or tf.sparse.to_dense"
        )
    if isinstance(data, tf.Tensor | tf.Variable):
        tensor = tf.convert_to_tensor(data)
        _check_cast(tensor.dtype, wanted)
        return tensor if wanted in (None, tensor.dtype) else tf.cast(tensor, wanted)
    array = _array(data)
    source = tf.string if array.dtype.kind in "SU" else tf.as_dtype(array.dtype)
    _check_cast(source, wanted)
    return tf.convert_to_tensor(array, dtype=wanted)


def _array(data: Any) -> np.ndarray[Any, Any]:
    if isinstance(data, list | tuple):
        _check_rows(data, "data")
        if any(tf.is_tensor(part) for part in data):
            data = [_array(part) for part in data]
    if (
        hasattr(data, "__iter__")
        and not hasattr(data, "__len__")
        and not hasattr(data, "__array__")
    ):
        raise TypeError(f"a {type(data).__name__} can be read only once: make a list of it first")
    array: np.ndarray[Any, Any] = np.asarray(data)
    if array.dtype == object:
        found = {type(value).__name__ for value in array.ravel()[:100]}
        raise TypeError(f"no tensor can be made of {', '.join(sorted(found))}")
    return array


def _check_rows(rows: Sequence[Any], path: str) -> None:
    """Raise unless all rows, at every level, are of one length."""
    lengths = [len(row) if isinstance(row, list | tuple) else None for row in rows]
    for index, length in enumerate(lengths):
        if length != lengths[0]:
            raise ValueError(
                f"{path}[{index}] has {_length(length)}, {path}[0] has {_length(lengths[0])}: "
                "pad the rows, or use tf.ragged.constant"
            )
        if length is not None:
            _check_rows(rows[index], f"{path}[{index}]")


def _length(length: int | None) -> str:
    return "no length" if length is None else f"{length} elements"


def _check_cast(source: tf.DType, wanted: tf.DType | None) -> None:
    if wanted is None or source == wanted:
        return
    if tf.string in (source, wanted) or not np.can_cast(
        source.as_numpy_dtype, wanted.as_numpy_dtype, casting="same_kind"
    ):
        raise TypeError(
            f"{source.name} data does not become {wanted.name} by itself: convert it before"
        )
