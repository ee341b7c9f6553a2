"""Small programs: what the fixes write into each, or why they leave it as it is."""

from __future__ import annotations

from textwrap import indent
from typing import Any

import pytest
from tfretrace_fix.engine import FixResult, fix_source

from flake8_tfretrace import Settings

TWO_DTYPES = "for _ in range(3):\n    f(tf.constant(1))\n    f(tf.constant(1.5))"
IMPORTS = """\
import copy
import dataclasses
import functools
import random
import time

import numpy as np
import tensorflow as tf

model = tf.keras.Sequential()
"""


def loop(parameters: str, body: str, call: str) -> str:
    """Return a program that calls a traced function in a loop."""
    return (
        f"{graph(parameters, body)}x = tf.ones([2])\nfor i in range(9):\n{indent(call, '    ')}\n"
    )


def graph(parameters: str, body: str, rest: str = "") -> str:
    """Return a program with a traced function."""
    return f"@tf.function\ndef f({parameters}):\n{indent(body, '    ')}\n{rest}\n"


def layer(body: str) -> str:
    """Return a layer that is called in a graph."""
    head = "class Gate(tf.keras.layers.Layer):\n    def call(self, x: tf.Tensor):\n"
    return head + indent(body, "        ") + "\ngate = Gate()\n" + graph("x", "return gate(x)")


def config(method: str = "", bases: str = "", call: str = "Config(2)", rest: str = "") -> str:
    """Return a program that passes a new instance of a frozen dataclass in a loop."""
    head = f"@dataclasses.dataclass(frozen=True)\nclass Config{bases}:\n    size: int\n"
    head += indent(method, "    ") + "\n" + rest
    return head + loop("x, n", "return x * getattr(n, 'size')", f"f(x, {call})")


def plain(cls: str, call: str) -> str:
    """Return a program that passes a new instance of a class in a loop."""
    return cls + loop("x, n", "return x", f"f(x, {call})")


def number(body: str, value: str = "i") -> str:
    """Return a program that passes a number that changes."""
    return loop("x: tf.Tensor, n", body, f"f(x, {value})")


def handed_on(body: str, call: str = "run(x, i)", rest: str = "") -> str:
    """Return a program that passes a changing number through another function."""
    head = graph("x: tf.Tensor, n", "return x * n")
    head += f"def run(*batch, **options):\n{indent(body, '    ')}\n{rest}"
    return f"{head}x = tf.ones([2])\nfor i in range(9):\n    {call}\n"


def drawing_once(draw: str, call: str = "f(x)", rest: str = "") -> str:
    """Return a program whose traced function multiplies with what it draws."""
    body = f"{draw}\nreturn x * noise"
    head = f"LIMIT = 2\n{graph('x: tf.Tensor', body, rest)}x = tf.ones([2])\n"
    return f"{head}for _ in range(9):\n    {call}\n"


def capturing(function: str, body: str = "return n(x) + rest", before: str = "pass") -> str:
    """Return a program that passes a function that depends on the loop around."""
    head = f"def scaled(x, k):\n    return x * k\n{graph('x, n, rest', body)}"
    loop = indent(f"{before}\nf(x, {function}, 1.0)", "    ")
    return (
        f"{head}def main(offset):\n    x = tf.ones([2])\n    for i in range(9):\n"
        + indent(loop, "    ")
        + "\nmain(0.5)\n"
    )


def per_iteration(body: str, rest: str = "f(1)", before: str = "pass", head: str = "") -> str:
    """Return a program that makes a traced function in a loop."""
    made = indent(f"@tf.function\n{body}\n{rest}", "    ")
    made = f"{before}\nfor i in range(9):\n{made}"
    return f"{head}def main(data):\n{indent(made, '    ')}\n"


WRITTEN: list[tuple[str, str, list[str], bool]] = [
    (
        "TFR502",
        """
def doubled(x: tf.Tensor) -> tf.Tensor:
    return x * 2.0


def halved(x: tf.Tensor) -> tf.Tensor:
    return x / 2.0


class Service:
    def __init__(self):
        self.routes = {"double": doubled, "halve": halved}
        self.served = {route: 0 for route in self.routes}

    def handle(self, route, x):
        if route not in self.routes:
            return None
        operation = tf.function(self.routes[route])
        return operation(x)


service = Service()
for i in range(99):
    print(service.handle(random.choice(["double", "halve"]), tf.ones([3])))
""",
        [
            'self.routes = {"double": tf.function(doubled), "halve": tf.function(halved)}',
            "operation = self.routes[route]",
        ],
        False,
    ),
    (
        "TFR502",
        """
def value_and_grad(fun):
    @tf.function
    def wrapped(w, x):
        with tf.GradientTape() as tape:
            tape.watch(w)
            value = fun(w, x)
        return value, tape.gradient(value, w)

    return wrapped


def loss(w, x):
    return tf.reduce_sum(w * x)


def train_step(w, x):
    value, slope = value_and_grad(loss)(w, x)
    return w - slope


w = tf.ones([3])
for i in range(99):
    w = train_step(w, tf.ones([3]))
""",
        [
            "value_and_grad_of_loss = value_and_grad(loss)",
            "value, slope = value_and_grad_of_loss(w, x)",
        ],
        True,
    ),
    (
        "TFR101",
        """
@tf.function
def train(w, n):
    with tf.GradientTape() as tape:
        loss = 0.0
        for i in range(n):
            loss += tf.reduce_sum(w * w)
        loss /= n
    w.assign_sub(0.1 * tape.gradient(loss, w))


w = tf.Variable(tf.ones([3]))
for i in range(2, 30):
    train(w, i)
""",
        [
            "for i in tf.range(n):",
            "loss /= tf.cast(n, loss.dtype)",
            "train(w, tf.constant(i))",
        ],
        True,
    ),
    (
        "TFR101",
        """
@tf.function
def move(w, x, step):
    if step < 10:
        rate = 0.1 * step / 10
    else:
        rate = 0.1
    if step % 5 == 0:
        w.assign(x)
    else:
        w.assign_add(rate * x)


w = tf.Variable(tf.ones([3]))
for i in range(30):
    move(w, tf.ones([3]), i)
""",
        [
            "rate = 0.1 * tf.cast(step, tf.float64) / 10",
            "rate = tf.constant(0.1, tf.float64)",
            "w.assign_add(tf.cast(rate, x.dtype) * x)",
            "move(w, tf.ones([3]), tf.constant(i))",
        ],
        True,
    ),
    (
        "TFR205",
        "@tf.function(input_signature=tf.TensorSpec([None], tf.float32))\ndef f(x):\n    return x\n"
        "f(tf.ones([2]))\n",
        ["@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])"],
        True,
    ),
    (
        "TFR101",
        number("return tf.add_n([model(x)]) * n", "0.1 * i"),
        ["f(x, tf.constant(0.1 * i))"],
        False,
    ),
    (
        "TFR101",
        number("rate = 0.5\nif n < 3:\n    rate = 0.1\nreturn rate * tf.ones_like(model(x))"),
        ["f(x, tf.constant(i))"],
        False,
    ),
    (
        "TFR101",
        "v = tf.Variable(0.0)\n" + number("v.assign_add(n)\nreturn x", "0.1 * i"),
        ["f(x, tf.constant(0.1 * i))"],
        True,
    ),
    (
        "TFR101",
        "v = tf.Variable(0, dtype=tf.int64)\n" + number("v.assign(n, False)\nreturn x"),
        ["v.assign(tf.cast(n, v.dtype), False)", "f(x, tf.constant(i))"],
        True,
    ),
    (
        "TFR101",
        "sgd = tf.keras.optimizers.SGD()\n"
        + number("sgd.learning_rate.assign(n)\nreturn x", "0.1 * i"),
        ["f(x, tf.constant(0.1 * i))"],
        True,
    ),
    (
        "TFR101",
        number("rows = tf.stack([x, x])\nreturn rows[n] * n"),
        ["return rows[n] * tf.cast(n, rows.dtype)", "f(x, tf.constant(i))"],
        True,
    ),
    (
        "TFR101",
        loop("x, n=1", "return x * n", "f(x, i)\nf(x)"),
        ["n = tf.cast(n, x.dtype)", "f(x, tf.constant(i))"],
        True,
    ),
    (
        "TFR101",
        number("m = n + 'a'\nreturn tf.strings.join([m, 'b'])", "str(i)"),
        ["f(x, tf.constant(str(i)))"],
        True,
    ),
    (
        "TFR101",
        number("m = n // 2\nreturn x * m", "0.5 * i"),
        ["return x * tf.cast(m, x.dtype)", "f(x, tf.constant(0.5 * i, tf.float64))"],
        False,
    ),
    (
        "TFR101",
        number("return x * n if x is None else x"),
        ["n = tf.cast(n, x.dtype)", "f(x, tf.constant(i))"],
        True,
    ),
    (
        "TFR101",
        number("return tf.cast(tf.maximum(n, n, name='a'), tf.float32) * x"),
        ["f(x, tf.constant(i))"],
        True,
    ),
    (
        "TFR101",
        number("return tf.maximum(n, x)"),
        ["n = tf.cast(n, x.dtype)", "f(x, tf.constant(i))"],
        True,
    ),
    (
        "TFR101",
        number("def helper(a):\n    return a * n\nreturn helper(x)"),
        ["return a * tf.cast(n, a.dtype)", "f(x, tf.constant(i))"],
        True,
    ),
    (
        "TFR101",
        number("def helper(a, b):\n    return helper(a, 0) if b else x * a\nreturn helper(n, 1)"),
        ["return helper(a, 0) if b else x * tf.cast(a, x.dtype)", "f(x, tf.constant(i))"],
        True,
    ),
    (
        "TFR101",
        number("y = x\nfor _ in range(n):\n    y = tf.sin(x)\nreturn x"),
        ["for _ in tf.range(n):", "f(x, tf.constant(i))"],
        True,
    ),
    (
        "TFR101",
        number("t = 0.0\nfor _ in range(n):\n    t = tf.constant(1.0)\nreturn x * t"),
        ["for _ in tf.range(n):", "f(x, tf.constant(i))"],
        True,
    ),
    (
        "TFR101",
        number("for _ in range(n):\n    x = -x\n    tf.random.normal([2])\nreturn x"),
        ["for _ in tf.range(n):", "f(x, tf.constant(i))"],
        False,
    ),
    (
        "TFR101",
        number("for _ in range(n):\n    x = x * (2 * -1)\nreturn x"),
        ["for _ in tf.range(n):", "f(x, tf.constant(i))"],
        True,
    ),
    (
        "TFR101",
        number("k = 2\nfor _ in range(n):\n    x = x * k\nreturn x"),
        ["for _ in tf.range(n):", "f(x, tf.constant(i))"],
        True,
    ),
    (
        "TFR101",
        number("y: tf.Tensor = x * n\npass\nimport math\nreturn y"),
        ["n = tf.cast(n, x.dtype)", "f(x, tf.constant(i))"],
        True,
    ),
    (
        "TFR101",
        number("with tf.name_scope('a'):\n    y = x * n\nreturn y"),
        ["n = tf.cast(n, x.dtype)", "f(x, tf.constant(i))"],
        True,
    ),
    (
        "TFR101",
        number("a, b = n, x\nreturn a * b"),
        ["return tf.cast(a, b.dtype) * b", "f(x, tf.constant(i))"],
        True,
    ),
    (
        "TFR101",
        number("m = n\nif tf.reduce_sum(x) > 1:\n    m = m * 2\nreturn x * m", "0.5 * i"),
        ["return x * tf.cast(m, x.dtype)", "f(x, tf.constant(0.5 * i, tf.float64))"],
        False,
    ),
    (
        "TFR101",
        number("self.n = 1\nreturn x * n"),
        ["n = tf.cast(n, x.dtype)", "f(x, tf.constant(i))"],
        False,
    ),
    (
        "TFR101",
        number("time.sleep(0)\nreturn x * n"),
        ["n = tf.cast(n, x.dtype)", "f(x, tf.constant(i))"],
        False,
    ),
    (
        "TFR101",
        number("assert n != 'a'\nreturn x", "str(i)"),
        ["tf.debugging.Assert(n != 'a', [\"n != 'a'\"])", "f(x, tf.constant(str(i)))"],
        False,
    ),
    (
        "TFR101",
        "class Scale(tf.Module):\n    def __init__(self):\n        self.v = tf.Variable(1.0)\n"
        "scale = Scale()\n"
        + number(
            "with tf.GradientTape() as tape:\n    y = scale.v * x\n"
            "gradients = tape.gradient(y, scale.trainable_variables)\n"
            "for v, g in zip(scale.trainable_variables, gradients):\n    v.assign_sub(n * g)\n"
            "return y",
            "0.1 * i",
        ),
        ["v.assign_sub(tf.cast(n, g.dtype) * g)", "f(x, tf.constant(0.1 * i, tf.float64))"],
        True,
    ),
    (
        "TFR101",
        number("return x * n", "random.randint(0, 9)"),
        ["n = tf.cast(n, x.dtype)", "f(x, tf.constant(random.randint(0, 9)))"],
        True,
    ),
    (
        "TFR101",
        handed_on("f(*batch)"),
        ["n = tf.cast(n, x.dtype)", "run(x, tf.constant(i))"],
        True,
    ),
    (
        "TFR101",
        handed_on("f(x=batch[0], **options)", call="run(x, n=i)"),
        ["n = tf.cast(n, x.dtype)", "run(x, n=tf.constant(i))"],
        True,
    ),
    (
        "TFR103",
        loop("x, n", "for a, b in n:\n    x = x + a * b\nreturn x", "f(x, zip([x, x], [x, x]))"),
        ["f(x, list(zip([x, x], [x, x])))"],
        False,
    ),
    (
        "TFR103",
        loop("x, n", "n = dict(n)\nreturn x + n[0]", "f(x, enumerate([x, x]))"),
        ["f(x, list(enumerate([x, x])))"],
        False,
    ),
    (
        "TFR103",
        loop("x, n", "n = tf.stack(n)\nreturn x + tf.reduce_sum(n, 0)", "f(x, [x] * (i + 1))"),
        ["@tf.function(reduce_retracing=True)", "f(x, tf.stack([x] * (i + 1)))"],
        True,
    ),
    (
        "TFR103",
        loop("x, n", "n = [0]\nreturn x * n[0]", "f(x, [i])"),
        ["f(x, tf.constant([i]))"],
        True,
    ),
    (
        "TFR103",
        loop("x, n", "return x * n[0]", "f(x, [*(1, 2), i])"),
        ["return x * tf.cast(n[0], x.dtype)", "f(x, tf.constant([*(1, 2), i]))"],
        True,
    ),
    (
        "TFR103",
        loop("x, n", "return x * n[0]", "f(x, [i, 2.5])\nf(x, [2.5, i])"),
        [
            "f(x, [tf.constant(i, tf.float32), tf.constant(2.5, tf.float32)])",
            "f(x, [tf.constant(2.5, tf.float32), tf.constant(i, tf.float32)])",
        ],
        True,
    ),
    (
        "TFR103",
        loop("x, n", "return x + tf.reduce_sum(n)", "f(x, [i, 0.5])\nf(x, [i, 1])"),
        ["f(x, tf.constant([i, 0.5], tf.float32))", "f(x, tf.constant([i, 1], tf.float32))"],
        True,
    ),
    (
        "TFR103",
        loop("x, n", "a, b = n\nreturn x * a", "f(x, (i, 2))"),
        ["return x * tf.cast(a, x.dtype)", "f(x, (tf.constant(i), 2))"],
        True,
    ),
    (
        "TFR404",
        drawing_once("noise = np.random.poisson(2.0, 2).astype(np.float32)"),
        ["def f(x: tf.Tensor, noise):", "f(x, noise)"],
        False,
    ),
    (
        "TFR404",
        drawing_once("noise = time.perf_counter()", "y = [f(x=x) for _ in range(3)]"),
        [
            "def f(x: tf.Tensor, noise):",
            "return x * tf.cast(noise, x.dtype)",
            "y = [f(x=x, noise=tf.constant(time.perf_counter(), tf.float64)) for _ in range(3)]",
        ],
        False,
    ),
    (
        "TFR404",
        drawing_once("noise = np.random.poisson(2.0, 2).astype(np.float32)", "f(unknown())"),
        [
            "def f(x: tf.Tensor, noise):",
            "f(unknown(), np.random.poisson(2.0, 2).astype(np.float32))",
        ],
        False,
    ),
    (
        "TFR404",
        "import os\n" + drawing_once("noise = float(os.environ['NOISE'])"),
        ["def f(x: tf.Tensor, noise):", "f(x, noise)"],
        False,
    ),
    ("TFR104", config(), ["@dataclasses.dataclass(frozen=True, slots=True)"], True),
    ("TFR104", config(call="Config(i)"), ["@dataclasses.dataclass(frozen=True, slots=True)"], True),
    (
        "TFR104",
        config().replace("getattr(n, 'size')", "n.size").replace("Config(2)", "Config(i)"),
        [
            "def f(x, size):",
            "return x * tf.cast(size, x.dtype)",
            "config = Config(i)",
            "f(x, tf.constant(config.size))",
        ],
        False,
    ),
    (
        "TFR104",
        config().replace("getattr(n, 'size')", "n.size"),
        ["@dataclasses.dataclass(frozen=True, slots=True)"],
        True,
    ),
    (
        "TFR104",
        plain("class Config:\n    size = 2\n", "Config()"),
        ["config = Config()", "f(x, config)"],
        True,
    ),
    (
        "TFR104",
        plain("@dataclasses.dataclass(eq=False)\nclass Config:\n    size: int\n", "Config(3)"),
        ["config = Config(3)", "f(x, config)"],
        True,
    ),
    (
        "TFR105",
        loop("x, n", "return n(x)", "f(x, functools.partial(tf.add, *(1,), **{'name': 'a'}))"),
        ["n_function = functools.partial(tf.add, *(1,), **{'name': 'a'})", "f(x, n_function)"],
        True,
    ),
    (
        "TFR105",
        loop("x, n", "return n(x)", "[[f(x, lambda y: y) for i in range(9)] for j in range(9)]"),
        [
            "def n_function(y):",
            "return y",
            "[[f(x, n_function) for i in range(9)] for j in range(9)]",
        ],
        True,
    ),
    (
        "TFR105",
        capturing("lambda a: scaled(a, i)"),
        [
            "return x * tf.cast(k, x.dtype)",
            "def f(x, i, rest):",
            "def n(a):",
            "return scaled(a, i)",
            "f(x, tf.constant(i), 1.0)",
        ],
        False,
    ),
    (
        "TFR105",
        capturing("lambda a, b=2.0: a * y * b", before="y = x + i"),
        ["def f(x, y, rest):", "def n(a, b=2.0):", "return a * y * b", "f(x, y, 1.0)"],
        False,
    ),
    (
        "TFR106",
        loop(
            "model, x", '"""Doc."""\nreturn model(x, training=False)', "f(tf.keras.Sequential(), x)"
        ),
        [
            "import tfretrace",
            "predictors = tfretrace.PredictorCache()",
            "return predictors.predict(model, x)",
        ],
        False,
    ),
    (
        "TFR106",
        loop(
            "model, x",
            "y = model(2.0 * x, training=False)\nreturn tf.nn.softmax(y), y",
            "f(tf.keras.Sequential(), x)",
        ),
        [
            "import tfretrace",
            "predictors = tfretrace.PredictorCache()",
            "y = predictors.predict(model, 2.0 * x)",
        ],
        False,
    ),
    (
        "TFR106",
        "mine = tf.keras.Sequential()\n"
        + loop(
            "own, model, x",
            "y = own(x) - model(-x)\nreturn y * model(x, training=False)",
            "f(mine, tf.keras.Sequential(), x)",
        ),
        [
            "import tfretrace",
            "predictors = tfretrace.PredictorCache()",
            "y = predictors.predict(own, x) - predictors.predict(model, -x)",
            "return y * predictors.predict(model, x)",
        ],
        False,
    ),
    (
        "TFR106",
        "import tfretrace as tr\n"
        + loop("model, x", "return model(x, training=False)", "f(tf.keras.Sequential(), x)"),
        ["predictors = tr.PredictorCache()", "return predictors.predict(model, x)"],
        False,
    ),
    (
        "TFR107",
        graph(
            "x",
            "x = tf.cast(x, tf.float32)\nreturn x",
            "for _ in range(3):\n    f(tf.constant(1))\n    f(tf.constant(1.5))",
        ),
        ["f(tf.cast(tf.constant(1), tf.float32))"],
        True,
    ),
    (
        "TFR107",
        graph(
            "x",
            "def g():\n    return x\nreturn g()",
            "for _ in range(3):\n    f(tf.constant(1))\n    f(tf.constant(1.5))",
        ),
        ["f(tf.cast(tf.constant(1), tf.float32))"],
        False,
    ),
    (
        "TFR201",
        "def g(x): return x\nh = tf.function(jit_compile=True)(g)\n"
        "for i in range(9):\n    h(tf.ones([i]))\n",
        [
            "h = tf.function(jit_compile=True, input_signature=[tf.TensorSpec([None], "
            "tf.float32)])(g)"
        ],
        False,
    ),
    (
        "TFR201",
        loop("x", "return tf.reshape(x, [x.shape[1], -1])", "f(tf.ones([i, 2]))"),
        ["@tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])"],
        False,
    ),
    (
        "TFR208",
        loop("x", "return x", "f.get_concrete_function(tf.ones([i]))(tf.ones([i]))"),
        ["f.get_concrete_function(tf.TensorSpec([None], tf.float32))(tf.ones([i]))"],
        True,
    ),
    (
        "TFR208",
        "kept = {}\n"
        + loop(
            "x",
            "return x",
            "kept[i] = f.get_concrete_function(tf.ones([i]))\nkept[i](tf.ones([i]))",
        ),
        ["kept[i] = f.get_concrete_function(tf.TensorSpec([None], tf.float32))"],
        False,
    ),
    (
        "TFR208",
        loop(
            "x",
            "return x * tf.random.normal(tf.shape(x))",
            "f.get_concrete_function(tf.ones([i]))(tf.ones([i]))",
        ),
        ["f.get_concrete_function(tf.TensorSpec([None], tf.float32))(tf.ones([i]))"],
        False,
    ),
    (
        "TFR208",
        loop(
            "w, x",
            "a, b = tf.unstack(w)\nreturn x * a + b",
            "f.get_concrete_function(x, tf.ones([i]))(x, tf.ones([i]))",
        ),
        ["f.get_concrete_function(x, tf.TensorSpec([None], tf.float32))(x, tf.ones([i]))"],
        True,
    ),
    (
        "TFR208",
        loop("x", "return x", "s = tf.TensorSpec([i])\nf.get_concrete_function(s)(tf.ones([i]))"),
        ["s = tf.TensorSpec([None])"],
        True,
    ),
    (
        "TFR208",
        loop(
            "x",
            "return x",
            "s = tf.TensorSpec([i])\nf.get_concrete_function(s)(tf.ones([i]))\nprint(s)",
        ),
        ["f.get_concrete_function(tf.TensorSpec([None], tf.float32))(tf.ones([i]))"],
        True,
    ),
    (
        "TFR101",
        number("return tf.exp(x) / (n * np.sqrt(2.0))", "i / 2"),
        [
            "return tf.exp(x) / tf.cast(n * np.sqrt(2.0), x.dtype)",
            "f(x, tf.constant(i / 2, tf.float64))",
        ],
        True,
    ),
    (
        "TFR304",
        layer("if tf.reduce_sum(x) > 0:\n    x = -x\nreturn x"),
        ["x = tf.cond(tf.reduce_sum(x) > 0, lambda: -x, lambda: x)"],
        True,
    ),
    (
        "TFR304",
        layer("if x > 0:\n    x = -x\nelif x > 2:\n    x = x * 2\nelse:\n    x = x * 3\nreturn x"),
        ["x = tf.cond(x > 0, lambda: -x, lambda: tf.cond(x > 2, lambda: x * 2, lambda: x * 3))"],
        True,
    ),
    (
        "TFR304",
        layer("if x > 0:\n    x = -x\nelif x > 2:\n    x = x * 2\nreturn x"),
        ["x = tf.cond(x > 0, lambda: -x, lambda: tf.cond(x > 2, lambda: x * 2, lambda: x))"],
        True,
    ),
    (
        "TFR304",
        layer("return x if x > 0 else (-x if x > 2 else 2 * x)"),
        ["return tf.cond(x > 0, lambda: x, lambda: tf.cond(x > 2, lambda: -x, lambda: 2 * x))"],
        True,
    ),
    (
        "TFR306",
        graph(
            "x: tf.Tensor",
            "rows = []\nfor i in tf.range(3):\n    rows.append(x + 1)\nreturn tf.stack(rows)",
        ),
        [
            "rows = tf.TensorArray(x.dtype, size=0, dynamic_size=True)",
            "rows = rows.write(rows.size(), x + 1)",
            "return rows.stack()",
        ],
        False,
    ),
    (
        "TFR306",
        graph(
            "x: tf.Tensor",
            "rows = []\nfor i in tf.range(3):\n    rows.append(-x[0])\nreturn tf.stack(rows)",
        ),
        [
            "rows = tf.TensorArray(x.dtype, size=0, dynamic_size=True)",
            "rows = rows.write(rows.size(), -x[0])",
            "return rows.stack()",
        ],
        False,
    ),
    (
        "TFR306",
        graph(
            "x",
            "rows = []\nfor i in tf.range(3):\n    rows.append(tf.ones([2]))\n"
            "return tf.stack(rows)",
        ),
        [
            "rows = tf.TensorArray(tf.float32, size=0, dynamic_size=True)",
            "rows = rows.write(rows.size(), tf.ones([2]))",
            "return rows.stack()",
        ],
        False,
    ),
    (
        "TFR401",
        graph("x", "def g(y):\n    v = tf.Variable(1.0)\n    return y * v\nreturn g(x)"),
        ["variable = tf.Variable(1.0)", "v = variable"],
        False,
    ),
    (
        "TFR404",
        graph("x", "return time.time()"),
        ["return tf.cast(tf.timestamp(), tf.float32)"],
        False,
    ),
    (
        "TFR404",
        graph("x: tf.Tensor", "return x * time.time()"),
        ["return x * tf.cast(tf.timestamp(), x.dtype)"],
        False,
    ),
    (
        "TFR404",
        graph("x", "return tf.ones([3]) * np.random.normal(0.0, 1.0, 3)"),
        ["return tf.ones([3]) * tf.random.normal([3], mean=0.0, stddev=1.0)"],
        False,
    ),
    (
        "TFR404",
        graph("x", "return tf.ones([3]) * np.random.rand(3).astype('float32')"),
        ["return tf.ones([3]) * tf.random.uniform([3])"],
        False,
    ),
    (
        "TFR404",
        graph("x", "if random.random() < 0.5:\n    x = -x\nreturn x"),
        ["if tf.random.uniform([]) < 0.5:"],
        False,
    ),
    (
        "TFR404",
        graph("x", "n = random.randint(1, 6)\nreturn tf.ones([3]) * n"),
        [
            "n = tf.random.uniform([], minval=1, maxval=7, dtype=tf.int32)",
            "return tf.ones([3]) * tf.cast(n, tf.float32)",
        ],
        False,
    ),
    (
        "TFR404",
        graph("x", "return tf.ones([3])[np.random.choice(3)]"),
        ["return tf.ones([3])[tf.random.uniform([], maxval=3, dtype=tf.int32)]"],
        False,
    ),
    (
        "TFR404",
        graph("x", "return tf.ones([3]) / np.random.exponential(2.0)"),
        ["return tf.ones([3]) / tf.random.gamma([], 1.0, beta=1 / 2.0)"],
        False,
    ),
    (
        "TFR404",
        graph("x", "y = np.random.beta(0.2, 0.4)\nreturn tf.ones([3]) * y"),
        ["y = tf.linalg.normalize(tf.random.gamma([], [0.2, 0.4]), ord=1, axis=-1)[0][..., 0]"],
        False,
    ),
    (
        "TFR404",
        graph("x", "return tf.constant(np.random.rand(3), dtype=tf.int32)"),
        ["return tf.cast(tf.random.uniform([3], dtype=tf.float64), dtype=tf.int32)"],
        False,
    ),
    (
        "TFR407",
        graph("x", "print(f'{x}{x}')\nreturn x"),
        ["import sys", 'tf.print(x, x, sep="", output_stream=sys.stdout)'],
        True,
    ),
    (
        "TFR407",
        graph("x", "print(f'a {x} {x} b')\nreturn x"),
        ["import sys", 'tf.print("a", x, x, "b", output_stream=sys.stdout)'],
        True,
    ),
    (
        "TFR501",
        per_iteration("def f(x):\n    return x * len(data)"),
        ["@tf.function", "def f(x):", "return x * len(data)"],
        False,
    ),
    (
        "TFR501",
        per_iteration("def f(x):\n    return x * data[0]", "np.copyto(data, 1)\nf(1)"),
        ["@tf.function", "def f(x):", "return x * data[0]"],
        False,
    ),
    (
        "TFR501",
        per_iteration("def f(x):\n    return data(x)"),
        ["@tf.function", "def f(x):", "return data(x)"],
        False,
    ),
    (
        "TFR501",
        per_iteration("def f(x):\n    return tf.reduce_sum(input_tensor=data)"),
        ["@tf.function", "def f(x):", "return tf.reduce_sum(input_tensor=data)"],
        False,
    ),
    (
        "TFR501",
        per_iteration("def f(x, y):\n    return x", "f((1, 2), {'a': tf.ones([2])})"),
        ["@tf.function", "def f(x, y):", "return x"],
        True,
    ),
    (
        "TFR501",
        per_iteration(
            "def f(x, y):\n    return y(x)", "f(1, helper)", head="def helper(x): return x\n"
        ),
        ["@tf.function", "def f(x, y):", "return y(x)"],
        True,
    ),
    (
        "TFR501",
        per_iteration(
            "def f(x):\n    return Box(x).x",
            head="class Box:\n    def __init__(self, x):\n        self.x = x\n",
        ),
        ["@tf.function", "def f(x):", "return Box(x).x"],
        True,
    ),
    (
        "TFR501",
        per_iteration(
            "def f(x):\n    return Box(x).x",
            head="class Box:\n    def __init__(self, x):\n        self.x = x\n"
            "        Box.last = self\n",
        ),
        ["@tf.function", "def f(x):", "return Box(x).x"],
        False,
    ),
    (
        "TFR501",
        per_iteration("def f(x):\n    return x", rest="f(g)", head="class g:\n    pass\n"),
        ["@tf.function", "def f(x):", "return x"],
        False,
    ),
    (
        "TFR501",
        per_iteration("def f(x):\n    return x", rest="f(print)"),
        ["@tf.function", "def f(x):", "return x"],
        False,
    ),
    (
        "TFR501",
        per_iteration("def f(x):\n    return x", rest="f(data.g)"),
        ["@tf.function", "def f(x):", "return x"],
        False,
    ),
    (
        "TFR501",
        per_iteration("def f(x):\n    return g(x)", before="g = tf.sin"),
        ["@tf.function", "def f(x):", "return g(x)"],
        True,
    ),
    (
        "TFR501",
        per_iteration(
            "def f(x):\n    return x * len(rows)", rest="sorted(rows)\nf(1)", before="rows = [1]"
        ),
        ["@tf.function", "def f(x):", "return x * len(rows)"],
        True,
    ),
    (
        "TFR501",
        per_iteration(
            "def f(x):\n    return x * rows[0]",
            rest="np.put(rows, 0, 1)\nf(1)",
            before="rows = [1]",
        ),
        ["@tf.function", "def f(x):", "return x * rows[0]"],
        False,
    ),
    (
        "TFR501",
        per_iteration(
            "def f(x):\n    return x * rows[0]", rest="np.sum(a=rows)\nf(1)", before="rows = [1]"
        ),
        ["@tf.function", "def f(x):", "return x * rows[0]"],
        True,
    ),
    (
        "TFR501",
        per_iteration(
            "def f(x):\n    return x * rows[0]", rest="rows(1)\nf(1)", before="rows = [1]"
        ),
        ["@tf.function", "def f(x):", "return x * rows[0]"],
        True,
    ),
    (
        "TFR502",
        "class A:\n    def apply(self, x):\n        step = tf.function(unknown)\n"
        "        return step(x)\na = A()\nfor _ in range(9):\n    a.apply(1)\n",
        ["step = tf.function(unknown)"],
        False,
    ),
]

LEFT = [
    *(
        ("TFR103", loop("x, n", body, f"f(x, {given})"), reason)
        for body, given, reason in (
            (
                "return tf.stack(n, 1)",
                "[x] * (i + 1)",
                "the length of 'n' changes, and the body does more than stack it",
            ),
            (
                "return tf.stack(n) / len(n)",
                "[x] * (i + 1)",
                "the length of 'n' changes, and the body does more than stack it",
            ),
            (
                "y = tf.stack(n)\nreturn y / y.shape[0]",
                "[x] * (i + 1)",
                "the body uses 'y.shape[0]' as a number",
            ),
            (
                "y = x\nfor v in tf.stack(n):\n    y = y + v\nreturn y",
                "[x] * (i + 1)",
                "the length of 'n' changes, and the body loops",
            ),
            (
                "n += [x]\nreturn tf.stack(n)",
                "[x] * (i + 1)",
                "the body adds to 'n'",
            ),
        )
    ),
    *(
        ("TFR404", drawing_once(draw, call, rest), reason)
        for draw, call, rest, reason in (
            (
                "noise = np.random.poisson(2.0, x.shape)",
                "f(x)",
                "",
                "'np.random.poisson' has no counterpart in a graph",
            ),
            (
                # NumPy's float64 takes the dtype of a tensor that it meets, and a tensor does not.
                "noise = np.random.poisson(2.0, 2) * 0.5",
                "f(x)",
                "",
                "'np.random.poisson' has no counterpart in a graph",
            ),
            (
                "noise = np.random.poisson(LIMIT, 2).astype(np.float32)",
                "main(3)",
                "def main(LIMIT):\n    f(x)\n",
                "'np.random.poisson' has no counterpart in a graph",
            ),
            (
                "for _ in range(2):\n    noise = np.random.poisson(2.0, 2).astype(np.float32)",
                "f(x)",
                "",
                "'np.random.poisson' has no counterpart in a graph",
            ),
            (
                "noise = np.random.poisson(2.0, 2).astype(np.float32)\nprint(noise.sum())",
                "f(x)",
                "",
                "'np.random.poisson' has no counterpart in a graph",
            ),
            (
                "noise = np.random.poisson(2.0, 2).astype(np.float32)\nx = x * g()",
                "f(x)",
                "def g():\n    return np.random.poisson(3.0, 2).astype(np.float32)\n",
                "'np.random.poisson' has no counterpart in a graph",
            ),
            (
                "noise = np.random.poisson(2.0, 2).astype(np.float32)",
                "g(x)",
                "@tf.function\ndef g(x):\n    return f(x)\n",
                "'np.random.poisson' has no counterpart in a graph",
            ),
            (
                "noise = np.random.poisson(2.0, 2).astype(np.float32)",
                "run(f)",
                "def run(function):\n    function(x)\n",
                "'np.random.poisson' has no counterpart in a graph",
            ),
        )
    ),
    *(
        (
            "TFR103",
            loop("x, n", body, "f(x, zip([x, x], [x, x]))"),
            "the body may do more than go through 'n' once",
        )
        for body in (
            "for a, b in n:\n    x = x + a\nfor a, b in n:\n    x = x + b\nreturn x",
            "for _ in range(2):\n    for a, b in n:\n        x = x + a\nreturn x",
            "a, b = next(n)\nreturn x + a",
            "return [x + a for _ in range(2) for a, b in n]",
            "return x + len([list(n) for _ in range(2)])",
            "return g(n)",
        )
    ),
    (
        "TFR103",
        loop("x, n", "return list(n)", "f(x, map(tf.sin, [x]))"),
        "tracing consumes 'map(tf.sin, [x])'",
    ),
    (
        "TFR101",
        handed_on("print(batch[1])\nf(*batch)"),
        "'run' hands it on, and may need a number",
    ),
    (
        "TFR101",
        handed_on("f(*batch)\nnp.ones(*batch[1:])"),
        "'run' hands it on, and may need a number",
    ),
    (
        "TFR101",
        handed_on("f(*batch)", call="outer(x, i)", rest="def outer(*all):\n    run(*all)\n"),
        "'run' hands it on, and may need a number",
    ),
    (
        "TFR101",
        loop("x, *n", "return x * n[0]", "f(x, i)"),
        "it is one of 'n', which are not told apart",
    ),
    (
        "TFR101",
        "f = tf.function(unknown)\nfor i in range(9):\n    f(i)\n",
        "the definition of the function is not in this file",
    ),
    (
        "TFR101",
        number("return x * n", "random.randint(0, 2**40)"),
        "the integer of line 17 may not fit into 32 bits",
    ),
    (
        "TFR101",
        "class Scale(tf.Module):\n    variables = unknown()\nscale = Scale()\n"
        + number("for v in scale.variables:\n    x = x * (n * v)\nreturn x"),
        "it is not known what 'v' is",
    ),
    (
        "TFR101",
        number("return x * n", "random.getrandbits(9)"),
        "the integer of line 17 may not fit into 32 bits",
    ),
    (
        "TFR101",
        number("return x * n", "random.randint(0, np.iinfo(np.int64).max)"),
        "the integer of line 17 may not fit into 32 bits",
    ),
    ("TFR101", loop("x, n", "return x * n", "f(x, i)\nf(x, 'a')"), "the calls pass int and str"),
    (
        "TFR101",
        number("y = f'{x.shape}'\nz = [v for v in (1, 2)]\nreturn tf.signal.rfft(x) * n"),
        "the dtype of 'tf.signal.rfft(x)' is not known",
    ),
    (
        "TFR101",
        number("model.learning_rate.assign(n)\nreturn x", "0.1 * i"),
        "the body hands 'n' to model.learning_rate.assign()",
    ),
    ("TFR101", number("return x @ n"), "the body multiplies matrices with 'n'"),
    ("TFR101", number("m = n ** 2\nreturn x * m"), "'n ** 2' is different for tensors of integers"),
    ("TFR101", number("m = n + unknown()\nreturn x * m"), "it is not known what 'unknown()' is"),
    (
        "TFR101",
        number("return x if n > 2 else tf.cast(x, tf.float64)"),
        "the branches of 'x if n > 2 else tf.cast(x, tf.float64)' may differ in dtype",
    ),
    (
        "TFR101",
        number("return x * tf.cast(tf.maximum(n, 3.5), tf.float32)"),
        "'tf.maximum(n, 3.5)' mixes types that tensors do not mix",
    ),
    (
        "TFR101",
        number("def helper(*parts):\n    return parts[0]\nreturn x * helper(n)"),
        "the body hands 'n' on to helper()",
    ),
    (
        "TFR101",
        number("def helper(a):\n    return x * a\nreturn helper(n) + helper(n + 0.5)"),
        "'helper' is given it in more than one way",
    ),
    (
        "TFR101",
        number("async def helper(a):\n    return x * a\nhelper(n)\nreturn x"),
        "'helper' is not a plain function",
    ),
    (
        "TFR101",
        number("def helper(a):\n    yield a\nfor v in helper(n):\n    pass\nreturn x"),
        "'helper' is a generator",
    ),
    (
        "TFR101",
        number("table = {'a': 1}\nreturn x * table[n]", "str(i)"),
        "the body indexes the dict 'table' with 'n'",
    ),
    ("TFR101", number("if n > 3:\n    y = x\nreturn y"), "'y' is set in one branch only"),
    ("TFR101", number("if n > 3:\n    return x\nx = -x"), "only one branch returns"),
    (
        "TFR101",
        number("for _ in range(n):\n    x = x + 1\nelse:\n    x = -x\nreturn x"),
        "the loop has an else branch",
    ),
    (
        "TFR101",
        number("y = [1, 2]\nif n > 3:\n    y[0] = 3\nreturn x"),
        "the body sets an element of 'y'",
    ),
    ("TFR101", number("if n > 3:\n    raise ValueError\nreturn x"), "the body contains 'raise'"),
    (
        "TFR101",
        number("t = 'a'\nfor _ in range(n):\n    t = t + 'a'\nreturn x"),
        "the loop may change the dtype or shape of 't'",
    ),
    (
        "TFR101",
        number("for _ in range(n):\n    x = x @ x\nreturn x"),
        "the loop may change the dtype or shape of 'x'",
    ),
    (
        "TFR101",
        number("for _ in range(n):\n    x = x + unknown\nreturn x"),
        "the loop may change the dtype or shape of 'x'",
    ),
    (
        "TFR101",
        number("state = {}\nstate['n'] = n\nreturn x"),
        "the body stores it in 'state['n']'",
    ),
    (
        "TFR101",
        number("m = n\nif tf.reduce_sum(x) > 1:\n    m = n + 0.5\nreturn x * m"),
        "'m' has no single type",
    ),
    (
        "TFR103",
        loop("x, *n", "return x * n[0][0]", "f(x, [i])"),
        "it is one of 'n', which are not told apart",
    ),
    (
        "TFR103",
        "f = tf.function(unknown)\nfor i in range(9):\n    f([i])\n",
        "the definition of the function is not in this file",
    ),
    (
        "TFR103",
        loop("x, n", "return x", "f(x, (j for j in range(3)))"),
        "tracing consumes '(j for j in range(3))'",
    ),
    (
        "TFR103",
        loop("x, n", "return x * len(n)", "f(x, [1] * i)"),
        "the length of '[1] * i' changes",
    ),
    ("TFR103", loop("x, n", "return x", "f(x, {str(i): 1})"), "the keys of '{str(i): 1}' change"),
    ("TFR103", loop("x, n", "return x", "f(x, range(i))"), "'range(i)' is a range"),
    (
        "TFR103",
        loop("x, n", "return x", "f(x, [i])\nf(x, ['a'])"),
        "it is not known what element 0 is",
    ),
    (
        "TFR103",
        loop("x, n", "return x * n[0]", "f(x, [i])\nf(x, [i, 1])"),
        "the calls pass containers of different structure",
    ),
    (
        "TFR104",
        plain("", "{1, 2}"),
        "pass the tensors that it holds, or make one object before the calls",
    ),
    (
        "TFR104",
        config(bases="(Base)", rest="", method="pass").replace("@", "class Base: pass\n@", 1),
        "'Config' is more than a plain dataclass",
    ),
    ("TFR104", config(rest="class Heir(Config): pass\n"), "other classes derive from 'Config'"),
    (
        "TFR104",
        config("def f(self):\n    return super().__repr__()"),
        "'Config' uses super, which slots break",
    ),
    (
        "TFR104",
        config("@functools.cached_property\ndef f(self):\n    return 1"),
        "'Config' has a cached property, which needs a __dict__",
    ),
    ("TFR104", config("def f(self):\n    return self.__dict__"), "'Config' uses its __dict__"),
    (
        "TFR104",
        config(rest="print(vars(Config(3)))\n"),
        "'vars(Config(3))' needs what an instance with slots does not have",
    ),
    (
        "TFR104",
        "import weakref\n" + config(rest="one = Config(3)\nprint(weakref.ref(one))\n"),
        "'weakref.ref(one)' needs what an instance with slots does not have",
    ),
    (
        "TFR104",
        config(method="rate: float = 1.0", rest="print(Config.rate)\n"),
        "'Config.rate' is read from the class",
    ),
    (
        "TFR104",
        config("def __post_init__(self):\n    object.__setattr__(self, 'double', 2)"),
        "'object.__setattr__(self, 'double', 2)' may set what is no field",
    ),
    (
        "TFR104",
        config(rest="other = Config(2.0)\n"),
        "its field 'size' gets numbers of several types, which share a trace then",
    ),
    (
        "TFR104",
        "SCALE = {'s': 1.0}\n"
        + config()
        .replace("getattr(n, 'size')", "getattr(n, 'size') * SCALE['s']")
        .replace("f(x, Config(2))", "f(x, Config(2))\n    SCALE['s'] += 1"),
        "it uses 'SCALE', which line 23 changes",
    ),
    (
        "TFR104",
        "RATE = 1.0\n"
        + plain("class Config:\n    def __init__(self):\n        self.rate = RATE\n", "Config()"),
        "'Config' does more than to keep what it is given",
    ),
    ("TFR104", config(call="Config(tf.ones([2]))"), "its field 'tf.ones([2])' may not be hashable"),
    (
        "TFR104",
        config().replace("f(x, Config(2))", "one = Config(2)\n    f(x, one)"),
        "it is not clear what its fields hold",
    ),
    (
        "TFR104",
        plain("class Base: pass\nclass Config(Base): pass\n", "Config()"),
        "'Config' does more than to keep what it is given",
    ),
    (
        "TFR105",
        loop("x, n", "return n(x)", "f(x, lambda y, table={'a': 1}: y)"),
        "a default of the lambda is a dict",
    ),
    (
        "TFR106",
        loop(
            "model, x",
            "if x is None:\n    return None\nreturn model(x, training=False)",
            "f(tf.keras.Sequential(), x)",
        ),
        "the body does more than compute with 'model(x, training=False)'",
    ),
    (
        "TFR106",
        loop(
            "model, x",
            "y = model(x, training=False)\nreturn y * len(model.weights)",
            "f(tf.keras.Sequential(), x)",
        ),
        "the body does more than compute with 'model(x, training=False)'",
    ),
    (
        "TFR106",
        loop(
            "model, x",
            "y = model(x, training=False)\nreturn y + np.random.normal()",
            "f(tf.keras.Sequential(), x)",
        ),
        "each trace calls 'np.random.normal' anew",
    ),
    (
        "TFR106",
        loop("x, model", "return x(model, training=False)", "f(x, tf.keras.Sequential())"),
        "the body does not call the model that is passed",
    ),
    (
        "TFR106",
        loop("model, x", "return model(x)", "f(tf.keras.layers.Dense(1), x)"),
        "a layer alone has no architecture",
    ),
    (
        "TFR106",
        "class Own(tf.Module):\n    pass\n\n\n" + loop("own, x", "return own(x)", "f(Own(), x)"),
        "the cache is for models of Keras",
    ),
    (
        "TFR106",
        loop("own, model, x", "return own(x) + model(x)", "f(unknown, tf.keras.Sequential(), x)"),
        "the body does not call the model that is passed",
    ),
    (
        "TFR106",
        loop(
            "model, x", "return model(x) + model(x, training=True)", "f(tf.keras.Sequential(), x)"
        ),
        "the body does more than compute with 'model(x, training=False)'",
    ),
    (
        "TFR106",
        loop("model, x", "return model(x, training=True)", "f(tf.keras.Sequential(), x)"),
        "the body does more than compute with 'model(x, training=False)'",
    ),
    (
        "TFR106",
        loop("model, x", "return 3", "f(tf.keras.Sequential(), x)"),
        "the body does more than compute with 'model(x, training=False)'",
    ),
    (
        "TFR106",
        "f = tf.function(lambda model, x: model(x))\n"
        "for i in range(9):\n    f(tf.keras.Sequential(), 1)\n",
        "the definition of the function is not in this file",
    ),
    (
        "TFR106",
        "tfretrace = 1\n"
        + loop("model, x", "return model(x, training=False)", "f(tf.keras.Sequential(), x)"),
        "the name 'tfretrace' is taken",
    ),
    (
        "TFR106",
        loop(
            "predictors, x", "return predictors(x, training=False)", "f(tf.keras.Sequential(), x)"
        ),
        "the name 'predictors' is taken",
    ),
    (
        "TFR201",
        loop("x", "y = tf.square(x)\nreturn x * float(y.shape[0])", "f(tf.ones([i]))"),
        "the body uses 'y.shape[0]' as a number, and the body hands 'y.shape[0]' to float()",
    ),
    (
        "TFR201",
        loop("x", "return [x] * tf.square(x).shape[0]", "f(tf.ones([i]))"),
        "the body uses 'tf.square(x).shape[0]' as a number, and it is not known what '[x]' is",
    ),
    (
        "TFR208",
        loop("x", "return x", "y = np.zeros([2] * i)\nf.get_concrete_function(y)(y)"),
        "the rank or dtype of 'y' is not known",
    ),
    (
        "TFR208",
        "kept = {}\n"
        + loop(
            "x",
            "return x",
            "kept[i] = f.get_concrete_function(tf.ones([i]))\nkept[i](tf.ones([i]))",
        )
        + "tf.saved_model.save(module, 'out', kept)\n",
        "it is kept: one for each size may be meant",
    ),
    (
        "TFR304",
        "def part(p):\n    if p > 0:\n        return p\n    return -p\npart(3)\n"
        "tf.keras.layers.Lambda(part)(tf.keras.Input([3]))\n",
        "calls pass a number for 'p'",
    ),
    (
        "TFR101",
        number("return tf.exp(x) / (n * np.ones(2))", "i / 2"),
        "a NumPy array is computed with 'n * np.ones(2)', which takes any dtype",
    ),
    (
        "TFR304",
        layer("if tf.reduce_sum(x) > 0 and tf.reduce_sum(x) > 1:\n    return x\nreturn -x"),
        "'and', 'or', 'not' and chained comparisons need AutoGraph, too",
    ),
    (
        "TFR304",
        layer("if tf.reduce_sum(x) > 0:\n    tf.print(x)\nreturn -x"),
        "the branches do more than give one value",
    ),
    (
        "TFR304",
        layer("if x > 0:\n    y = -x\nelse:\n    x = x * 3\nreturn x"),
        "the branches do more than give one value",
    ),
    (
        "TFR304",
        layer("with tf.name_scope('a'):\n    if x > 0:\n        return -x\nreturn x"),
        "the branches do more than give one value",
    ),
    (
        "TFR304",
        layer("if x.dtype == tf.int32: pass\nelif x > 0:\n    x = -x\nreturn x"),
        "an elif branch would have to change",
    ),
    (
        "TFR304",
        layer("while tf.reduce_sum(x) > 0:\n    x = -x\nreturn x"),
        "a loop of the graph has to name what it carries",
    ),
    (
        "TFR306",
        graph(
            "x",
            "rows = []\nfor i in tf.range(3):\n    rows.append(tf.square(x))\n"
            "return tf.stack(rows)",
        ),
        "the dtype of 'tf.square(x)' is not known",
    ),
    ("TFR402", graph("x", "return model.predict()"), "it is not clear which argument is the input"),
    ("TFR402", graph("x", "return model.fit(x)"), "fit() has no counterpart inside a graph"),
    (
        "TFR403",
        "class A: pass\na = A()\na.n = 0\n" + graph("x", "a.n += 1\nreturn x"),
        "'a' is not the instance",
    ),
    (
        "TFR403",
        "def outer():\n    n = 0\n    @tf.function\n"
        "    def f(x):\n        nonlocal n\n        n += 1\n        return x\n",
        "'n' is not a global of the module",
    ),
    (
        "TFR404",
        graph("x", "return tf.ones([3]) * np.random.randint(3, size=2)"),
        "an array of numbers would have to become a tensor",
    ),
    (
        "TFR404",
        graph("x", "return [1.0, 2.0][np.random.randint(2)] * x"),
        "the body indexes the list '[1.0, 2.0]' with 'np.random.randint(2)'",
    ),
    (
        "TFR404",
        graph("x", "return tf.ones([3]) * np.random.normal(scale=2.0, where=3)"),
        "the call has the argument 'where'",
    ),
    (
        "TFR404",
        graph("x", "return tf.ones([3]) * np.random.rand(3).astype(np.float32, copy=False)"),
        "it is used where the graph needs to know its value",
    ),
    (
        "TFR404",
        graph("x", "y = tf.square(unknown)\nreturn y * np.random.rand(3)"),
        "it meets 'y', which is of unknown dtype",
    ),
    (
        "TFR404",
        "def helper(x):\n    return x * random.random()\n"
        + graph("x", "return helper(x)", "helper(1)"),
        "eager callers of 'helper' draw a new value already",
    ),
    ("TFR407", graph("x", "sys = 1\nprint(x)\nreturn x"), "'sys' has another meaning in 'f'"),
    ("TFR501", per_iteration("def f(x, table=[]):\n    return x"), "the default '[]' is made anew"),
    (
        "TFR501",
        per_iteration("def f(x, n=(m := 3)):\n    return x"),
        "'(m := 3)' does more than make a value",
    ),
    (
        "TFR501",
        per_iteration("def f(x):\n    return x", before="f = None"),
        "'f' has other values, too",
    ),
    (
        "TFR501",
        per_iteration(
            "def f(x):\n    box.rows[0] = 1\n    return x",
            head="class Box:\n    rows = []\nbox = Box()\n",
        ),
        "'box.rows[0]' happens only when 'f' is traced",
    ),
    (
        "TFR501",
        per_iteration("def f(x):\n    data.a.b[0] = 1\n    return x"),
        "'data.a.b[0]' happens only when 'f' is traced",
    ),
    (
        "TFR502",
        "class A:\n    @property\n    def step(self):\n        @tf.function\n"
        "        def step(x):\n            return x\n        return step\n"
        "a = A()\nfor _ in range(9):\n    a.step(1)\n",
        "the property does more than return it",
    ),
    (
        "TFR503",
        "class A:\n    n = 1\n    @tf.function\n    def f(self):\n        return self.n\nA().f()\n",
        "how the instances are compared and kept is for the class to say",
    ),
]


@pytest.mark.parametrize(("code", "program", "written", "safe"), WRITTEN)
def test_written(code: str, program: str, written: list[str], safe: bool) -> None:
    source = IMPORTS + program
    result = fix_source(source, codes={code}, unsafe=True)
    assert not [left for left in result.left if left.finding.code == code]
    assert all(fixed.safe for fixed in result.fixed) == safe
    before = {"", *source.splitlines()}
    assert [line.strip() for line in result.text.splitlines() if line not in before] == written


@pytest.mark.parametrize(("code", "program", "reason"), LEFT)
def test_left(code: str, program: str, reason: str) -> None:
    source = IMPORTS + program
    result = fix_source(source, codes={code}, unsafe=True)
    assert result.text == source
    found = {left.reason for left in result.left if left.finding.code == code}
    assert {given.partition("; its parts")[0] for given in found} == {reason}


@pytest.mark.parametrize(
    "head", ["if __name__ == '__main__':", "try:\n    pass\nfinally:", "with open('a'):"]
)
def test_a_switch_goes_from_its_block(head: str) -> None:
    switch = "    tf.config.run_functions_eagerly(True)\n"
    source = f"{IMPORTS}step = tf.function(abs)\n{head}\n{switch}    print(1)\n"
    result = fix_source(source, codes={"TFR505"}, unsafe=True)
    (done,) = result.fixed
    assert (result.text, done.safe, result.left) == (source.replace(switch, ""), False, ())


STATE = """\
class State:
    def __init__(self, values, rate):
        self.values = tf.convert_to_tensor(values)
        self.rate = rate
        self._seen = 0
        self._unit = 2.0

    def size(self):
        return 2

    @property
    def doubled(self):
        return 2 * self.values

    def scaled(self, x):
        return x * self.values * self.rate

    def halved(self):
        return self.rate / 2

    def grown(self, x):
        return x * int(self.rate)

    def again(self):
        self._seen += 1
        return self.values


def of(state):
    return state.scaled(2.0) + state.size()


"""


def in_parts(body: str, call: str = "f(x, state)", parameters: str = "x, state") -> str:
    """Return a program that passes an object of tensors and numbers, new in each iteration."""
    made = f"state = State([1.0, i], 0.1 * i)\n{call}"
    return f"{IMPORTS}{STATE}{loop(parameters, body, made)}"


@pytest.mark.parametrize(
    ("body", "call", "written"),
    [
        (
            "return x * state.values * state.rate",
            "f(x, state)",
            ["def f(x, values, rate):", "f(x, state.values, tf.constant(state.rate))"],
        ),
        ("return x * state.doubled", "f(x, state)", ["doubled"]),
        (
            "values = state.values\nreturn x * values",
            "f(x, state=state)",
            ["def f(x, state_values):", "values = state_values", "state_values=state.values"],
        ),
        (
            "return x * state.values",
            "f(x, State([1.0, i], 0.1 * i))",
            ["state_function = State([1.0, i], 0.1 * i)", "f(x, state_function.values)"],
        ),
        (
            "return state.scaled(x)",
            "f(x, state)",
            [
                "def f(x, values, rate):\n    state = State(values, rate)\n    return state.sc",
                "f(x, state.values, tf.constant(state.rate))",
            ],
        ),
        ("return x * state._unit", "f(x, state)", ["state = State(values, rate)"]),
        ("return x * of(state)", "f(x, state)", ["state = State(values, rate)"]),
    ],
)
def test_an_object_is_passed_in_parts(body: str, call: str, written: list[str]) -> None:
    result = fix_source(in_parts(body, call), codes={"TFR104"}, unsafe=True)
    assert not result.left
    assert not any(done.safe for done in result.fixed)
    assert all(code in result.text for code in written)


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        (in_parts("return x * len(state)"), "'len(state)' needs the whole of 'state'"),
        (in_parts("return x * state.again()"), "'again' sets 'self._seen'"),
        (in_parts("return x * state._seen"), "'_seen' is no argument of 'State'"),
        (in_parts("return x * state.size() * len(state)"), "'len(state)' needs the whole of"),
        (in_parts("return x * state.halved()"), "'halved' may return a number"),
        (in_parts("return x * state.grown(x)"), "the body hands 'self.rate' to int()"),
        (in_parts("state.values = x\nreturn x"), "'state.values' needs the whole of 'state'"),
        (in_parts("return x"), "the body does not read 'state'"),
        (
            in_parts("return x * state.values") + "map(f, [], [])\n",
            "line 51 does more with 'f' than call it",
        ),
        (in_parts("return x * state.values", parameters="x, state=None"), "is no plain parameter"),
        (in_parts("return tf.zeros([int(state.rate)])"), "the body hands 'state.rate' to int()"),
    ],
)
def test_an_object_stays_whole(program: str, reason: str) -> None:
    result = fix_source(program, codes={"TFR104"}, unsafe=True)
    assert result.text == program
    (left,) = result.left
    assert reason in left.reason


JACOBIAN = """\
def slopes(state):
    with tf.GradientTape() as tape:
        tape.watch(state)
        y = tf.sin(state)
    return tape.jacobian(y, state)


state = tf.ones([2])
for i in range(9):
    slopes(state)
"""


def test_a_function_with_a_jacobian_is_traced() -> None:
    result = fix_source(IMPORTS + JACOBIAN, codes={"TFR507"}, unsafe=True)
    traced = JACOBIAN.replace("def slopes", "@tf.function\ndef slopes")
    assert result.text == IMPORTS + traced
    (done,) = result.fixed
    assert not done.safe


@pytest.mark.parametrize(
    ("calls", "is_traced"),
    [
        ("slopes(state, 0.1)", True),
        ("slopes(state, rate)", True),
        ("slopes(state, i)", False),
        ("slopes(state, 0.1)\n    slopes(state, 0.2)", True),
    ],
)
def test_a_jacobian_of_a_function_that_gets_a_number(calls: str, is_traced: bool) -> None:
    head, _, _ = JACOBIAN.replace("slopes(state)", "slopes(state, dt)").partition("state = ")
    head = head.replace("tf.sin(state)", "tf.sin(state) * dt")
    program = f"{IMPORTS}rate = 0.5\n{head}state = tf.ones([2])\nfor i in range(9):\n    {calls}\n"
    result = fix_source(program, codes={"TFR507"}, unsafe=True)
    assert ("@tf.function" in result.text) == is_traced


def test_a_function_of_a_model_that_an_instance_holds_is_traced() -> None:
    program = """\
class Coder:
    def __init__(self):
        self.encode = tf.keras.Sequential([tf.keras.layers.Dense(2)])

    def slopes(self, x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            code = self.encode(x)
        return tape.batch_jacobian(code, x)


coder = Coder()
for i in range(9):
    coder.slopes(tf.ones([3, 2]))
"""
    result = fix_source(IMPORTS + program, codes={"TFR507"}, unsafe=True)
    assert "    @tf.function\n    def slopes(self, x):\n" in result.text
    assert not any(done.safe for done in result.fixed)


def test_a_jacobian_of_what_becomes_a_tensor_stays_eager() -> None:
    """In a graph the argument is a tensor, of which tf.constant makes none of another dtype."""
    program = IMPORTS + JACOBIAN.replace(
        "tape.watch(state)",
        "state = tf.constant(state, tf.float32) + tf.constant(state, tf.float32)",
    )
    program = program.replace("    slopes(state)", "    slopes(read(i))")
    result = fix_source(program, codes={"TFR507"}, unsafe=True)
    assert result.text == program
    (left,) = result.left
    assert "'tf.constant(state, tf.float32)' may be of what is no tensor" in left.reason


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("tf.sin(state)", "tf.constant(np.sin(state))", "'np.sin(state)' may need a value"),
        ("tf.sin(state)", "state * float(state[0])", "'float(state[0])' may need a value"),
        ("tf.sin(state)", "tf.constant(state.numpy())", "'state.numpy()' may need a value"),
        ("        y = ", "        print(1)\n        y = ", "'print(1)' may need a value"),
        (
            "        y = ",
            "        if state[0] > 0:\n            i = 1\n        y = ",
            "'if state[0] > 0:' may not work",
        ),
        ("        y = ", "        model.x = y = ", "tracing sets 'model.x'"),
        ("    slopes(state)", "    slopes([1.0])", "line 20 passes '[1.0]'"),
        (
            "    slopes(state)",
            "    with tf.GradientTape() as t:\n        t.jacobian(state, i)",
            "put",
        ),
    ],
)
def test_a_jacobian_stays_eager(old: str, new: str, reason: str) -> None:
    program = IMPORTS + JACOBIAN.replace(old, new)
    result = fix_source(program, codes={"TFR507"}, unsafe=True)
    assert result.text == program or "t.jacobian" in new
    assert reason in "; ".join(left.reason for left in result.left)


HISTORY = """\
class Forecaster:
    def __init__(self):
        self.past = []

    @tf.function
    def expected(self, past, now):
        rows = {made}
        return tf.reduce_sum(rows[:, 0]) * now

    def observe(self, value):
        self.past.append({row})
        return self.expected(self.past, tf.constant(2.0))


forecaster = Forecaster()
values = [float(forecaster.observe(i)) for i in range(5)]
"""


@pytest.mark.parametrize(
    ("made", "row", "passed"),
    [
        ("tf.stack(past)", "np.array([value, 1], 'float32')", "tf.stack(self.past)"),
        ("tf.stack(past)", "random.choice([tf.ones([2])])", "tf.stack(self.past)"),
        ("tf.convert_to_tensor(past)", "np.array([value, 1], 'float32')", "tf.stack(self.past)"),
        (
            "tf.stack(past) + tf.convert_to_tensor(past)",
            "np.ones(2, 'float32')",
            "tf.stack(self.past)",
        ),
        ("tf.stack(past, axis=0)", "np.array([value, 1], 'float32')", None),
        ("tf.stack(past) + len(past)", "np.array([value, 1], 'float32')", None),
    ],
)
def test_a_list_is_stacked_where_the_body_only_stacks_it(
    made: str, row: str, passed: str | None
) -> None:
    program = IMPORTS + HISTORY.format(made=made, row=row)
    result = fix_source(
        program, codes={"TFR103"}, unsafe=True, settings=Settings(confidence="likely")
    )
    assert (result.text == program) == (passed is None)
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    exec(program, before)
    exec(result.text, after)
    assert before["values"] == after["values"]
    if passed is not None:
        assert f"self.expected({passed}, " in result.text
        assert after["forecaster"].expected.experimental_get_tracing_count() == 2


COUNTING = """\
class Lion:
    def __init__(self):
        self.updates = 0

    @tf.function
    def apply(self, x, lr):
        self.updates += 1
        return x * lr

    def step(self, x):
        return float(self.apply(x, 0.1))


lion = Lion()
for _ in range(30):
    y = lion.apply(tf.ones([]), 0.5 / (1 + lion.updates))
    print(lion.updates)
"""


def counted(old: str = "", new: str = "") -> FixResult:
    """Return what becomes of a method that counts, whose count is printed."""
    program = COUNTING.replace("        return float(self.apply(x, 0.1))\n", "        return x\n")
    return fix_source(IMPORTS + program.replace(old, new), unsafe=True)


def test_a_counter_is_raised_where_the_method_is_called() -> None:
    result = counted()
    assert "    def apply(self, x, lr):\n        return x * lr\n" in result.text
    call = "    y = lion.apply(tf.ones([]), tf.constant(0.5 / (1 + lion.updates)))\n"
    assert f"{call}    lion.updates += 1\n    print(" in result.text
    assert not any(fixed.safe for fixed in result.fixed if fixed.finding.code == "TFR403")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("        return x * lr", "        return x * lr * self.updates", "reads it in a graph"),
        ("self.updates += 1", "self.updates += len(str(x))", "may be another number where"),
        ("        return x\n", "        return self.apply(x, 0.1)\n", "within a larger statement"),
        ("y = lion", "y = [0][0:0] or lion", "within a larger statement"),
        ("lion.apply(", "Lion().apply(", "calls it of an expression"),
        ("    print", "    apply = lion.apply\n    print", "does more with 'apply' than call it"),
        ("        self.updates += 1", "        if lr: self.updates += 1", "may need a number"),
    ],
)
def test_a_counter_stays_in_the_body(old: str, new: str, reason: str) -> None:
    result = counted(old, new)
    (left,) = (one for one in result.left if one.finding.code == "TFR403")
    assert reason in left.reason


def test_a_body_that_goes_over_lists_is_traced() -> None:
    program = """\
class Block:
    def __call__(self, x):
        return tf.sin(x)


blocks = [Block(), Block()]
total = tf.Variable([0.0, 0.0])


def slopes(state):
    with tf.GradientTape() as tape:
        tape.watch(state)
        y = state
        for block in reversed(blocks):
            y = block(y)
        y += np.log(2 * np.pi)
    for one in (total,):
        one.assign_add(y)
    return tape.jacobian(y, state)


state = tf.ones([2])
for i in range(30):
    slopes(state)
"""
    result = fix_source(IMPORTS + program, codes={"TFR507"}, unsafe=True)
    assert result.text == IMPORTS + program.replace("def slopes", "@tf.function\ndef slopes")
    grown = IMPORTS + program.replace(
        "    slopes(state)", "    blocks.append(Block())\n    slopes(state)"
    )
    assert fix_source(grown, codes={"TFR507"}, unsafe=True).text == grown


@pytest.mark.parametrize(
    "loop",
    [
        "for row in state:\n            y = y + row",
        "for row, one in zip(state, blocks):\n            y = y + row",
        "for one in blocks:\n            y = y + 1.0\n        else:\n            y = y + 2.0",
        "for one in made(state):\n            y = y + one",
        "blocks[0] += 1",
    ],
)
def test_a_body_that_goes_over_something_else_stays_eager(loop: str) -> None:
    loop = f"blocks = [1, 2]\n        y = tf.sin(state)\n        {loop}"
    program = IMPORTS + JACOBIAN.replace("y = tf.sin(state)", loop)
    result = fix_source(program, codes={"TFR507"}, unsafe=True)
    assert result.text == program


MAPPED = """\
SCALE = 2.0


def develop(parts):
    image, strength = parts
    return SCALE * image * strength


def augment(images):
    strength = rng.uniform(0.0, 0.3, size=len(images))
    return tf.vectorized_map(develop, (images, strength), warn=False)


rng = np.random.default_rng(1)
for i in range(30):
    augment(rng.normal(size=(3, 2)))
"""


def test_what_maps_over_rows_is_traced_alone() -> None:
    result = fix_source(IMPORTS + MAPPED, codes={"TFR507"}, unsafe=True)
    function = """\
@tf.function
def vectorized_develop(elems):
    return tf.vectorized_map(develop, elems, warn=False)


def augment"""
    call = "tf.vectorized_map(develop, (images, strength), warn=False)\n\n\nrng"
    fixed = MAPPED.replace(call, "vectorized_develop((images, strength))\n\n\nrng")
    assert result.text == IMPORTS + fixed.replace("def augment", function)
    (done,) = result.fixed
    assert not done.safe


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("(images, strength),", "(images, 0.5),", "'0.5' is no tensor"),
        ("(images, strength),", "[images, [1.0, 2.0, 3.0]],", "'[1.0, 2.0, 3.0]' is no tensor"),
        ("warn=False", "warn=len(images) > 1", "its options may change"),
        ("map(develop, ", "map(lambda p: p[0] * len(images), ", "it uses 'images', a local name"),
        ("    image, s", "    seen.append(parts)\n    image, s", "'seen.append(parts)' happens"),
        ("for i in range(30):", "for SCALE in range(30):", "it uses 'SCALE', which is set"),
    ],
)
def test_what_maps_over_other_rows_stays_eager(old: str, new: str, reason: str) -> None:
    program = IMPORTS + "seen = []\n" + MAPPED.replace(old, new)
    result = fix_source(program, codes={"TFR507"}, unsafe=True)
    assert result.text == program
    assert reason in "; ".join(left.reason for left in result.left)


@pytest.mark.parametrize(
    ("seed", "drawn", "is_fixed"),
    [
        ("tf.random.set_seed(1)", "tf.random.normal([2])", False),
        ("tf.keras.utils.set_random_seed(1)", "tf.random.uniform([2])", False),
        ("pass", "tf.random.normal([2])", True),
        ("tf.random.set_seed(1)", "tf.random.stateless_normal([2], [1, 2])", True),
        ("np.random.seed(1)", "tf.random.normal([2])", True),
        ("np.random.seed(1)", "np.random.normal()", False),
        ("tf.keras.utils.set_random_seed(1)", "random.random()", False),
        ("random.seed(1)", "np.random.normal()", True),
        ("tf.random.set_seed(1)", "np.random.normal()", True),
    ],
)
def test_numbers_drawn_from_a_seed_stay(seed: str, drawn: str, is_fixed: bool) -> None:
    program = f"{IMPORTS}{seed}\n{number(f'return x + n * {drawn}')}"
    result = fix_source(program, codes={"TFR101"}, unsafe=True)
    assert (result.text != program) == is_fixed
    if not is_fixed:
        assert f"'{drawn.partition('(')[0]}'" in result.left[0].reason


@pytest.mark.parametrize(
    ("seed", "argument", "is_fixed"),
    [
        ("np.random.seed(1)", "i", False),
        ("np.random.seed(1)", "tf.constant(i)", True),
        ("random.seed(1)", "i", True),
    ],
)
def test_draws_from_a_seed_in_each_trace_stay(seed: str, argument: str, is_fixed: bool) -> None:
    body = "return x + np.random.normal(size=2).astype(np.float32), n"
    program = f"{IMPORTS}{seed}\n{number(body, argument)}"
    result = fix_source(program, codes={"TFR101", "TFR404"}, unsafe=True)
    assert ("tf.random.normal" in result.text) == is_fixed
    assert is_fixed or result.text == program


DRAWN_FOR_EACH_TRACE = """
np.random.seed(1)


class Study:
    keep = 0.5

    @tf.function
    def step(self, x, i):
        {draw}
        return x * {use} * i

    def run(self):
        step = 0.0
        for i in range(3):
            step += tf.reduce_sum({call})
        return step


study = Study()
total = study.run()
"""
"""A local variable has the name of the method, too."""


@pytest.mark.parametrize(
    ("draw", "use", "call", "is_fixed"),
    [
        (
            "y = np.random.normal(0.0, self.keep, 2).astype('float32')",
            "tf.constant(y)",
            "self.step(tf.ones([2]), i)",
            True,
        ),
        (
            "y = np.random.uniform(size=[2, 2]).astype('float32')",
            "tf.constant(y[:1], tf.float32)",
            "self.step(tf.ones([2]), i)",
            True,
        ),
        (
            "y = tf.constant(np.random.binomial(1, self.keep, 2) / self.keep, tf.float32)",
            "y",
            "self.step(tf.ones([2]), i)",
            True,
        ),
        # Where it is called another name is that of the instance.
        (
            "y = np.random.normal(0.0, self.keep, 2).astype('float32')",
            "y",
            "study.step(tf.ones([2]), i)",
            False,
        ),
        # The body sets first what the draw reads.
        (
            "self.keep = 0.1\n        y = np.random.normal(0.0, self.keep, 2).astype('float32')",
            "y",
            "self.step(tf.ones([2]), i)",
            False,
        ),
        (
            "y = np.random.normal(size=2).astype('float32')",
            "tf.constant(y, shape=[2])",
            "self.step(tf.ones([2]), i)",
            False,
        ),
    ],
)
def test_what_each_trace_draws_is_drawn_at_the_calls(
    draw: str, use: str, call: str, is_fixed: bool
) -> None:
    program = IMPORTS + DRAWN_FOR_EACH_TRACE.format(draw=draw, use=use, call=call)
    result = fix_source(program, codes={"TFR101", "TFR404"}, unsafe=True)
    assert (result.text != program) == is_fixed
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    exec(program, before)
    exec(result.text, after)
    assert float(before["total"]) == pytest.approx(float(after["total"]), rel=1e-6)
    assert is_fixed == (after["study"].step.experimental_get_tracing_count() == 1)


@pytest.mark.parametrize(
    ("update", "read", "is_fixed"),
    [
        ("self.n += 1", "counter.n", False),
        ("self.n += 1", "0", True),
        ("self.n += x", "counter.n", True),
        ("self.n = 1", "counter.n", True),
    ],
)
def test_what_traces_count_is_kept(update: str, read: str, is_fixed: bool) -> None:
    program = f"""{IMPORTS}
class Counter:
    def __init__(self):
        self.n = 0

    @tf.function
    def f(self, x: tf.Tensor, i):
        {update}
        return x, i


counter = Counter()
for i in range(9):
    counter.f(tf.ones([2]), i)
    print({read})
"""
    result = fix_source(program, codes={"TFR101"}, unsafe=True)
    assert (result.text != program) == is_fixed
    assert is_fixed or result.left[0].reason.startswith("each trace counts up 'self.n'")


def test_the_name_that_the_file_uses_most() -> None:
    imports = "import tensorflow\nimport tensorflow as tf\n"
    program = loop("x", "return x", "f(i)").replace("tf.ones([2])", "tf.ones([3])")
    result = fix_source(imports + program, codes={"TFR101"}, unsafe=True)
    assert "f(tf.constant(i))" in result.text
