"""Freezing and comparing results."""

from __future__ import annotations

import enum
import pickle
from collections import namedtuple
from dataclasses import dataclass
from typing import Any

import keras
import numpy as np
import pytest
import tensorflow as tf

from tfretrace.values import NotComparableError, compare, freeze

Point = namedtuple("Point", "x y")


@dataclass
class Losses:
    """What a program may return."""

    total: float
    parts: Any


class Mode(enum.IntEnum):
    """What a program may return."""

    FAST = 1


EQUAL = [
    1,
    Mode.FAST,
    "text",
    None,
    float("nan"),
    tf.constant([1.0, float("nan")]),
    tf.constant(["a", "b"]),
    tf.constant([1.0, 2.0], tf.bfloat16),
    tf.Variable([1, 2]),
    np.float64(1.5),
    {"a": [tf.constant(1), (np.ones(2), 3)]},
    Point(1, tf.constant(2)),
    Losses(1.0, [tf.constant(2)]),
    tf.ragged.constant([[1], [2, 3]]),
    tf.sparse.from_dense([[0, 1]]),
    tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]), tf.constant([3])),
    keras.Sequential([keras.layers.Input((1,)), keras.layers.Dense(1)]),
]


@pytest.mark.parametrize("value", EQUAL, ids=lambda value: type(value).__name__)
def test_equal_after_leaving_the_process(value: Any) -> None:
    comparison = compare(freeze(value), pickle.loads(pickle.dumps(freeze(value))))
    assert comparison.differences == ()
    assert comparison.compared > 0


@pytest.mark.parametrize(
    ("before", "after", "difference"),
    [
        (1, 2, "result: 1 -> 2"),
        (1, 1.0, "result: int -> float"),
        (1, True, "result: int -> bool"),
        (1.0, tf.constant(1.0), "result: float -> Tensor"),
        ([1, 2], [1], "result: 2 elements -> 1"),
        ([1], (1,), "result: list -> tuple"),
        ({"a": 1}, {"b": 1}, "result: ['a'] -> ['b']"),
        ({"a": [0, 1]}, {"a": [0, 2]}, "result['a'][1]: 1 -> 2"),
        (Point(1, 2), Point(1, 3), "result.y: 2 -> 3"),
        (Point(1, 2), (1, 2), "result: Point -> tuple"),
        (tf.constant(1), tf.constant(1.0), "result: int32 -> float32"),
        (tf.ones([2]), tf.ones([2, 1]), "result: shape (2,) -> (2, 1)"),
        (tf.ones([2]), np.ones(2, "float32"), "result: Tensor -> ndarray"),
        (tf.constant(1), tf.Variable(1), "result: Tensor -> Variable"),
        (tf.constant([1, 2]), tf.constant([1, 3]), "result[1]: 2 -> 3, 1 of 2 differ"),
        (tf.constant(["a"]), tf.constant(["b"]), "result[0]: b'a' -> b'b', 1 of 1 differ"),
        (tf.constant([float("nan")]), tf.constant([0.0]), "result[0]: nan -> 0.0, 1 of 1"),
        (tf.ragged.constant([[1], [2]]), tf.ragged.constant([[1, 2]]), "splits: shape (3,)"),
    ],
)
def test_different(before: Any, after: Any, difference: str) -> None:
    (found,) = compare(freeze(before), freeze(after)).differences
    shown = found.replace("np.int32(", "").replace("np.float32(", "").replace(")", "")
    assert difference.replace(")", "") in shown


def test_exact_unless_a_tolerance_is_given() -> None:
    before = freeze(tf.constant([1.0, 2.0]))
    after = freeze(tf.constant([1.0, 2.0000002]))
    (difference,) = compare(before, after).differences
    assert "1 of 2 differ by up to 1.2e-07 of their size" in difference
    tolerant = compare(before, after, tolerance=1e-6)
    assert tolerant.differences == ()
    assert "within the tolerance" in tolerant.notes[0]
    assert compare(before, after, tolerance=1e-8).differences


def test_integers_have_no_tolerance() -> None:
    assert compare(
        freeze(tf.constant(1000000)), freeze(tf.constant(1000001)), tolerance=0.1
    ).differences


def test_infinity_is_not_close_to_anything() -> None:
    before, after = freeze(tf.constant([1.0])), freeze(tf.constant([float("inf")]))
    assert compare(before, after, tolerance=1e-3).differences
    assert compare(after, before, tolerance=1e-3).differences
    assert not compare(after, after).differences


def test_array_kinds_may_differ_where_allowed() -> None:
    before, after = freeze([np.ones(2, "float32")]), freeze([tf.ones([2])])
    allowed = compare(before, after, array_kinds_may_differ=True)
    assert allowed.differences == ()
    assert allowed.notes == ("result[0]: ndarray -> Tensor",)
    other = freeze([tf.ones([2], tf.float64)])
    assert compare(before, other, array_kinds_may_differ=True).differences


def test_says_how_many_differences_it_does_not_show() -> None:
    comparison = compare(freeze([*range(10)]), freeze([*range(1, 11)]))
    assert len(comparison.differences) == 6
    assert comparison.differences[-1] == "and 5 more differences"


def test_a_copy_is_compared() -> None:
    array = np.ones(2)
    frozen = freeze(array)
    array[:] = 2
    assert compare(frozen, freeze(np.ones(2))).differences == ()


def test_what_has_no_value() -> None:
    with pytest.raises(NotComparableError, match="a object has no value"):
        freeze([object()])


@pytest.mark.parametrize("cls", [keras.Model, tf.Variable, tf.RaggedTensor, Losses])
def test_a_class_has_no_value(cls: type) -> None:
    with pytest.raises(NotComparableError, match=f"the class {cls.__qualname__} has no value"):
        freeze(cls)


class Closed:
    """Like an object of a library whose resource is gone."""

    def numpy(self) -> Any:
        raise RuntimeError("closed")


def test_an_object_that_cannot_be_read() -> None:
    with pytest.raises(NotComparableError, match="a Closed raised RuntimeError"):
        freeze({"a": Closed()})
