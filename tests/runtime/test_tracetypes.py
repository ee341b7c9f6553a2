"""The abstract trace types against TensorFlow: what is said to share a trace does share one."""

from __future__ import annotations

import ast
from typing import Any

import tensorflow as tf
from hypothesis import given, settings
from hypothesis import strategies as st

from flake8_tfretrace.program import Program
from flake8_tfretrace.program.tracetypes import TraceType, same_key

PREAMBLE = """
import numpy as np
import tensorflow as tf
from dataclasses import dataclass

class Plain:
    def __init__(self, size):
        self.size = size

class Equal:
    def __init__(self, size):
        self.size = size
    def __eq__(self, other):
        return self.size == other.size
    def __hash__(self):
        return hash(self.size)

@dataclass(frozen=True, slots=True)
class Slots:
    size: int

def helper(x):
    return x

def other(x):
    return x

plain = Plain(1)
variable = tf.Variable([1.0, 2.0])
number = 3
"""

numbers = st.one_of(
    st.integers(-3, 3).map(repr),
    st.sampled_from(["1.0", "0.5", "True", "False", "None", "number", "number + 1", "2 * 3"]),
    st.sampled_from(["'train'", "'eval'", "b'x'", "1j", "range(3)", "range(1, 3)", "len([1, 2])"]),
)
dimensions = st.integers(0, 3)
dtypes = st.sampled_from(["tf.float32", "tf.float64", "tf.int32"])
tensors = st.one_of(
    st.builds("tf.zeros([{}, {}], {})".format, dimensions, dimensions, dtypes),
    st.builds("tf.ones(({},))".format, dimensions),
    st.builds("tf.constant({})".format, st.sampled_from(["1", "1.5", "[1, 2]", "[[1.0], [2.0]]"])),
    st.builds("tf.constant({}, {})".format, st.integers(0, 3), dtypes),
    st.builds("tf.cast(tf.range({}), {})".format, st.integers(1, 3), dtypes),
    st.builds("tf.zeros([4, 3])[:{}]".format, st.integers(1, 4)),
    st.builds("tf.ones([2, 3])[{}]".format, st.integers(0, 1)),
    st.just("variable"),
)
arrays = st.one_of(
    st.builds("np.zeros(({}, {}))".format, dimensions, dimensions),
    st.builds("np.arange({})".format, st.integers(1, 3)),
    st.sampled_from(["np.float32(1)", "np.float32(2)", "np.int64(1)", "np.array([1.0, 2.0])"]),
    st.sampled_from(["np.ones(3).astype('float32')", "np.array([1, 2]) * 2.5"]),
)
objects = st.sampled_from(
    ["plain", "Plain(1)", "Equal(1)", "Slots(1)", "Slots(2)", "helper", "other", "lambda x: x"]
)
leaves = st.one_of(numbers, tensors, arrays, objects)
expressions = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: f"[{', '.join(parts)}]"),
        st.lists(inner, min_size=1, max_size=2).map(lambda parts: f"({', '.join(parts)},)"),
        st.dictionaries(st.sampled_from(["a", "b"]), inner, max_size=2).map(
            lambda parts: "{" + ", ".join(f"{name!r}: {part}" for name, part in parts.items()) + "}"
        ),
    ),
    max_leaves=4,
)


def abstract(first: str, second: str) -> tuple[TraceType, TraceType]:
    """Return what the analysis makes of two expressions behind the preamble."""
    program = Program(ast.parse(f"{PREAMBLE}\nfirst = ({first})\nsecond = ({second})\n"))
    body = program.index.module.body
    one, two = (
        program.value(binding.value, body)
        for name in ("first", "second")
        for binding in body.scope.bindings[name]
    )
    return one, two


def shares_trace(first: str, second: str) -> bool:
    """Return whether TensorFlow calls one concrete function with both values."""
    namespace: dict[str, Any] = {}
    exec(PREAMBLE, namespace)
    probe = tf.function(lambda value: tf.constant(0), autograph=False)
    # Each value dies after its call, as an argument written in the call does.
    probe(eval(first, namespace))
    probe(eval(second, namespace))
    return bool(probe.experimental_get_tracing_count() == 1)


@settings(max_examples=100, deadline=None)
@given(expressions, expressions)
def test_same_key_says_what_tensorflow_does(first: str, second: str) -> None:
    said = same_key(*abstract(first, second))
    if said is not None:
        assert said == shares_trace(first, second)


@settings(max_examples=60, deadline=None)
@given(st.one_of(tensors, arrays, numbers))
def test_an_expression_shares_its_own_trace(expression: str) -> None:
    """What the source determines is determined: these expressions all have a key."""
    one, two = abstract(expression, expression)
    assert same_key(one, two) is True
    assert shares_trace(expression, expression)
