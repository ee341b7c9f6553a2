"""No dimension is left open where the body, or what it calls, needs the static shape."""

from __future__ import annotations

import pytest
from tfretrace_fix.engine import fix_source

HELPERS = """\
import numpy as np
import tensorflow as tf
import keras
from other import encode

weights = tf.Variable(tf.ones([3, 3]))
dense = keras.layers.Dense(3)
gru = keras.layers.GRU(3, return_state=True)
lstm = keras.layers.LSTM(3)
network = keras.Sequential([keras.layers.Dense(3)])


def rows(t):
    return t.shape[0]


def outer(t, scale=1.0):
    return inner(t) * scale


def inner(t):
    if tf.rank(t) > 1:
        return tf.cast(rows(tf.abs(t)), t.dtype)
    return tf.reduce_sum(t)


def summed(t):
    return tf.reduce_sum(t * weights.shape[0])


def plain_sum(t):
    return tf.reduce_sum(t)


def gathered(*parts):
    return parts[0].get_shape()


class Block(keras.layers.Layer):
    def call(self, t):
        return t / t.shape[0]


class Plain(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(3)

    def call(self, t):
        return self.dense(t)


block, plain = Block(), Plain()


"""
STEP = HELPERS + "@tf.function\ndef step({1}):\n    {0}\n"
METHOD = """\
import tensorflow as tf


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = tf.keras.optimizers.SGD()

    @tf.function
    def step(self, x):
        {0}

    def loss(self, x):
        return tf.reduce_sum(x) / x.shape[0]
"""
CALLS = "\n\nfor n in range(1, 9):\n    step(tf.ones([n, 3]))\n"


def program(body: str, parameters: str = "x") -> str:
    return STEP.format(body.replace("\n", "\n    "), parameters)


def reasons(source: str, code: str) -> set[str]:
    """Return why a program is left as it is by the fix of one rule."""
    result = fix_source(source, codes=frozenset([code]), unsafe=True)
    assert (result.text, result.fixed) == (source, ())
    return {item.reason for item in result.left}


NEEDS = [
    ("return tf.zeros(x.shape)", "the body needs the static shape 'x.shape'"),
    ("return tf.zeros(x.get_shape())", "the body needs the static shape 'x.get_shape'"),
    ("n = x.shape.as_list()\nreturn x / n[0]", "the body needs the static shape 'x.shape'"),
    (
        "return tf.zeros(tf.keras.backend.int_shape(x))",
        "the body needs the static shape 'tf.keras.backend.int_shape(x)'",
    ),
    ("return tf.add_n(tf.unstack(x))", "the body takes 'x' apart in Python"),
    ("y = tf.abs(x)\na, b = y\nreturn a + b", "the body takes 'y' apart in Python"),
    ("return tf.add_n([r for r in tf.abs(x)])", "the body takes 'tf.abs(x)' apart in Python"),
    ("a, b = lstm(x[None])\nreturn a + b", "the body takes 'lstm(x[None])' apart in Python"),
    ("return x * len(x)", "the body needs the length 'len(x)'"),
    ("return x / rows(x)", "'rows' uses 't.shape[0]' as a number"),
    ("return outer(scale=2.0, t=x)", "'rows' uses 't.shape[0]' as a number"),
    ("return tf.map_fn(inner, x)", "'rows' uses 't.shape[0]' as a number"),
    ("return tf.zeros(gathered(x, x))", "'gathered' needs the static shape 'parts[0].get_shape'"),
    ("return block(x)", "'call' uses 't.shape[0]' as a number"),
    (
        "def size():\n    return x.shape[0]\nreturn x / size()",
        "the body uses 'x.shape[0]' as a number",
    ),
    (
        "for one in (rows, tf.abs):\n    x = one(x) * x\nreturn x",
        "the body hands 'x' to 'one', which may need its static shape",
    ),
    (
        "for one in (rows, inner):\n    x = one(x) * x\nreturn x",
        "'rows' uses 't.shape[0]' as a number",
    ),
    ("return encode(x)", "the body hands 'x' to 'encode', which may need its static shape"),
    (
        "return np.ones(np.shape(x))",
        "the body hands 'np.shape(x)' to 'np.ones', which may need its static shape",
    ),
]


@pytest.mark.parametrize(("body", "reason"), NEEDS)
def test_a_body_that_needs_the_shape(body: str, reason: str) -> None:
    source = program(body)
    assert reasons(source, "TFR202") == {reason}
    assert reasons(source + CALLS, "TFR201") == {reason}


READ = [
    ("return x / x.shape[0]", "return x / tf.cast(tf.shape(x)[0], x.dtype)"),
    ("y = tf.abs(x) * 2\nreturn y / y.shape[0]", "y / tf.cast(tf.shape(y)[0], y.dtype)"),
    (
        "for i in range(x.shape[0]):\n    x += x[i]\nreturn x",
        "for i in tf.range(tf.shape(x)[0]):",
    ),
    (
        "h = tf.zeros([3])\nfor i in range(1, x.shape[0]):\n    h = tf.tanh(h + x[i])\nreturn h",
        "for i in tf.range(1, tf.shape(x)[0]):",
    ),
    ("return tf.reshape(x, [x.shape[0] * 3])", "tf.reshape(x, [tf.shape(x)[0] * 3])"),
    (
        "d = {'x': x}\nreturn d['x'] / d['x'].shape[0]",
        "d['x'] / tf.cast(tf.shape(d['x'])[0], tf.float32)",
    ),
    (
        "out = []\nout.append(x)\nreturn out[0] / out[0].shape[0]",
        "return out[0] / tf.cast(tf.shape(out[0])[0], tf.float32)",
    ),
]
"""Bodies that read dimensions, and how they read them in the graph."""


@pytest.mark.parametrize(("body", "written"), READ)
def test_a_dimension_that_calls_change_is_read_in_the_graph(body: str, written: str) -> None:
    source = program(body)
    (reason,) = reasons(source, "TFR202")
    assert reason.endswith(".shape[0]' as a number")
    result = fix_source(source + CALLS, codes=frozenset(["TFR201"]), unsafe=True)
    assert written in result.text
    assert "@tf.function(input_signature=" in result.text or "reduce_retracing" in result.text


STUCK = [
    (
        "return [x * i for i in [x.shape[0] - 1]]",
        "the body uses 'x.shape[0] - 1' as a Python value",
    ),
    (
        "y = tf.cond(x[0, 0] > 0, lambda: x, lambda: weights)\nreturn y / y.shape[0]",
        "it is not known what 'y' is",
    ),
    ("return tf.zeros([3])[: int(x.shape[0])]", "the body hands 'x.shape[0]' to int()"),
    ("return [1, 2][x.shape[0]] * x", "the body indexes the list '[1, 2]' with 'x.shape[0]'"),
    (
        "rows = []\nfor i in range(x.shape[0]):\n    rows.append(x[i])\nreturn rows",
        "the body changes 'rows' with append(), and 'return rows' needs the list",
    ),
    ("return gru(tf.reshape(x, [1, x.shape[0], 3]))", "'gru' may need it"),
    (
        "for i in range(x.shape[0]):\n    y = tf.zeros([i])\nreturn y",
        "'y' is first set in the loop and used after it",
    ),
]
"""Bodies that need a dimension as a number, and why."""


@pytest.mark.parametrize(("body", "reason"), STUCK)
def test_a_dimension_that_stays_a_number(body: str, reason: str) -> None:
    source = program(body)
    (need,) = reasons(source, "TFR202")
    assert need.endswith(".shape[0]' as a number")
    (found,) = reasons(source + CALLS, "TFR201")
    assert found.startswith(f"{need}, and ") and found.endswith(reason)


@pytest.mark.parametrize(
    "body",
    [
        "return x / tf.shape(x)[0]",
        "return x * len(x.shape) * x.shape.rank",
        "print('tracing', x.shape)\nreturn x",
        "print(f'tracing {x.shape}')\nreturn x",
        "return x if x.shape[0] is None else x",
        "return tf.zeros(weights.shape)",
        "for one in (summed, plain_sum):\n    x = one(x) * x\nreturn x",
        "return tf.matmul(x, weights) + weights.shape[0]",
        "total = 0.0\nfor row in x:\n    total += tf.reduce_sum(row)\nreturn total",
        "a, b = tf.split(x, 2)\nreturn a + b",
        "return tf.add_n(tf.unstack(x, num=3, axis=1))",
        "return summed(x)",
        "return dense(x) + network(x) + plain(x)",
        "parts = [x, x]\nreturn x * len(parts)",
        "y, state = gru(x[None])\nreturn y + state",
        "y, n = x, weights\nreturn y * n.shape[0]",
        "size = tf.shape(x)\nreturn tf.zeros(size)",
        "with tf.GradientTape() as tape:\n    loss = tf.reduce_sum(dense(x))\n"
        "grads = tape.gradient(loss, dense.trainable_variables)\n"
        "return [encode(g) for g in grads]",
    ],
)
def test_a_body_that_does_not(body: str) -> None:
    for code, source in (("TFR202", program(body)), ("TFR201", program(body) + CALLS)):
        result = fix_source(source, codes=frozenset([code]), unsafe=True)
        assert [item.finding.code for item in result.fixed] == [code], result.left


RANKS = "\n\nstep(tf.ones([3]))\nstep(tf.ones([3, 3]))\nstep(tf.ones([2, 3, 3]))\n"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return dense(x)", "the body hands 'x' to 'dense', which needs one rank"),
        (
            "y = tf.abs(x)\nreturn network(y * 2)",
            "the body hands 'y * 2' to 'network', which needs one rank",
        ),
        ("return plain(x)", "the body hands 'x' to 'plain', which needs one rank"),
    ],
)
def test_layers_need_one_rank(body: str, reason: str) -> None:
    source = program(body) + RANKS
    assert reasons(source, "TFR201") == {
        f"calls pass tensors of several ranks for 'x', and {reason}"
    }


def test_any_rank_will_do_for_functions_of_tensorflow() -> None:
    source = program("return tf.reduce_sum(tf.abs(x))") + RANKS
    result = fix_source(source, codes=frozenset(["TFR201"]), unsafe=True)
    assert "@tf.function(reduce_retracing=True)" in result.text


def test_a_number_is_not_followed() -> None:
    result = fix_source(
        program("return encode(n) * x", "x, n: int"), codes=frozenset(["TFR202"]), unsafe=True
    )
    assert "@tf.function(reduce_retracing=True)" in result.text


@pytest.mark.parametrize(
    "size",
    [
        "x.shape[1]",
        "tf.abs(x).shape[-1]",
        "tf.reduce_sum(x, axis=0).shape[0]",
        "tf.reduce_max(x, axis=1, keepdims=True).shape[1]",
        "(x[:, None] - x[None]).shape[2]",
        "tf.reshape(x, [-1, 3]).shape[1]",
        "(tf.nn.relu(x @ weights) @ weights).shape[1]",
    ],
)
def test_a_dimension_that_all_calls_share_stays_a_number(size: str) -> None:
    source = program(f"return x / {size}") + CALLS
    result = fix_source(source, codes=frozenset(["TFR201"]), unsafe=True)
    assert "input_signature=[tf.TensorSpec([None, 3], tf.float32)]" in result.text


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (
            "return self.model(x)",
            "the body hands 'x' to 'self.model', which may need its static shape",
        ),
        ("return self.loss(x)", "'loss' uses 'x.shape[0]' as a number"),
        (
            "self.x = x\n        return self.x.shape[0]",
            "the body uses 'self.x.shape[0]' as a number",
        ),
        (
            "return x.encoded(3)",
            "the body hands 'x' to 'x.encoded', which may need its static shape",
        ),
    ],
)
def test_methods(body: str, reason: str) -> None:
    assert reasons(METHOD.format(body), "TFR202") == {reason}


@pytest.mark.parametrize("name", ["reduce_retracing", "experimental_relax_shapes"])
def test_an_explicit_option_stays(name: str) -> None:
    source = program("return x").replace("@tf.function", f"@tf.function({name}=False)")
    reason = f"'{name}=False' is written there: a trace per shape is meant"
    assert reasons(source, "TFR202") == {reason}
    assert reasons(source + CALLS, "TFR201") == {reason}
