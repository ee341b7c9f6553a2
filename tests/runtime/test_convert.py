"""``to_tensor``."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import tensorflow as tf

from tfretrace import to_tensor


@pytest.mark.parametrize(
    "data",
    [
        np.array([[1.0, 2.0]]),
        np.array([[1, 2]]),
        [[1, 2]],
        ((1.0, 2.0),),
        [np.array([1.0, 2.0])],
        [tf.constant([1.0, 2.0])],
        tf.constant([[1, 2]]),
        tf.Variable([[1.0, 2.0]]),
    ],
)
def test_everything_becomes_one_trace_type(data: Any) -> None:
    tensor = to_tensor(data)
    assert tensor.dtype == tf.float32
    np.testing.assert_array_equal(tensor.numpy(), [[1.0, 2.0]])


def test_scalars_and_strings() -> None:
    assert to_tensor(3).shape == ()
    assert to_tensor(True).numpy() == 1.0
    assert to_tensor(np.float64(0.5)).dtype == tf.float32
    assert to_tensor(["a", "b"], dtype=None).numpy().tolist() == [b"a", b"b"]
    assert to_tensor("a", tf.string).numpy() == b"a"


def test_none_keeps_the_dtype() -> None:
    assert to_tensor(np.ones(2), dtype=None).dtype == tf.float64
    assert to_tensor(tf.constant(1, tf.int8), dtype=None).dtype == tf.int8


def test_a_tensor_of_the_dtype_is_not_copied() -> None:
    tensor = tf.ones([2])
    assert to_tensor(tensor) is tensor


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([[1, 2], [3]], r"data\[1\] has 1 elements, data\[0\] has 2 elements: pad the rows"),
        ([[[1], [2]], [[3], [4, 5]]], r"data\[1\]\[1\] has 2 elements"),
        ([1, [2]], r"data\[1\] has 1 elements, data\[0\] has no length"),
    ],
)
def test_ragged_rows(data: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        to_tensor(data)


@pytest.mark.parametrize(
    ("data", "dtype", "message"),
    [
        (np.ones(2), tf.int32, "float64 data does not become int32"),
        (tf.ones([2]), tf.int32, "float32 data does not become int32"),
        (["a"], tf.float32, "string data does not become float32"),
        ([1], tf.string, "int64 data does not become string"),
        (None, tf.float32, "no tensor can be made of NoneType"),
        ([object()], tf.float32, "no tensor can be made of object"),
        ((number for number in (1, 2)), tf.float32, "a generator can be read only once"),
        (tf.ragged.constant([[1.0]]), tf.float32, "a RaggedTensor is not a dense tensor"),
    ],
)
def test_what_cannot_become_a_tensor(data: Any, dtype: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        to_tensor(data, dtype)
