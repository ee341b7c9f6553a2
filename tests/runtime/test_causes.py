"""Whatever two calls pass: the recorder sees a difference exactly where TensorFlow traces again."""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

import tfretrace

SHAPES = st.lists(st.integers(1, 3), max_size=2).map(tuple)
DTYPES = st.sampled_from(["float32", "float64", "int32"])
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(0, 2),
    st.sampled_from([0.0, 1.0, float("nan"), "a", "b"]),
    st.builds(lambda shape, dtype: tf.zeros(shape, dtype), SHAPES, DTYPES),
    st.builds(lambda shape, dtype: np.zeros(shape, dtype), SHAPES, DTYPES),
    st.just(tf.Variable(0.0)),
    st.sampled_from([np.float32(1), np.int64(2)]),
)
ARGUMENTS = st.recursive(
    LEAVES,
    lambda parts: st.one_of(
        st.lists(parts, max_size=2),
        st.lists(parts, max_size=2).map(tuple),
        st.dictionaries(st.sampled_from("xy"), parts, max_size=2),
    ),
    max_leaves=4,
)


@settings(max_examples=150, deadline=None)
@given(ARGUMENTS, ARGUMENTS)
def test_a_cause_for_every_retrace(one: Any, other: Any) -> None:
    function = tf.function(lambda argument: tf.constant(0), autograph=False)
    with tfretrace.record() as recording:
        function(one)
        function(other)
    assert recording.problems == []
    (record,) = recording.functions
    assert record.trace_count == function.experimental_get_tracing_count()
    for trace in record.retraces:
        assert trace.causes
        for cause in trace.causes:
            assert cause.kind not in ("unknown", "new_tf_function")
            assert cause.path.startswith("argument")
            assert cause.before != cause.after


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3), DTYPES), min_size=2, max_size=5))
def test_generalised_traces(calls: list[tuple[int, int, str]]) -> None:
    """With reduce_retracing the closest trace may be one with unknown dimensions."""
    function = tf.function(lambda x: x, autograph=False, reduce_retracing=True)
    with tfretrace.record() as recording:
        for rows, columns, dtype in calls:
            function(tf.zeros([rows, columns], dtype))
    (record,) = recording.functions
    assert record.trace_count == function.experimental_get_tracing_count()
    kinds = {cause.kind for trace in record.retraces for cause in trace.causes}
    assert kinds <= {"shape", "dtype"}
