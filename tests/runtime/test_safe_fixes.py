"""Programs that safe fixes change keep their results bit for bit; near misses stay as they are.

What each program gives is in ``results``.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest
from tfretrace_fix.engine import fix_source

from tests.runtime.test_number_fixes import results
from tfretrace.values import compare

SIZES = """\
import tensorflow as tf

dense = tf.keras.layers.Dense(2, kernel_initializer="ones")
kept = tf.Variable([0.5, 0.25, 2.0])


@tf.function{options}
def f(x, n):
{body}


x = tf.linspace(-1.5, 2.5, 12)
results = []
for i in range({first}, 12):
    results.append({call})
"""


def sizes(body: str, first: int = 1, call: str = "f(x, i)", options: str = "") -> str:
    """Return a program in which a number decides sizes."""
    body = indent(body, "    ")
    return SIZES.format(body=body, first=first, call=call, options=options)


KEPT = [
    sizes("y = x[:n]\nreturn tf.reduce_sum(y * y), tf.reduce_mean(y), tf.size(y)", first=0),
    sizes("return tf.reduce_max(x[-n:]) + tf.exp(x[n:])", first=1),
    sizes("return x[:n] * tf.constant([2.0])", call="f(x, i - 6)"),
    sizes("best, places = tf.math.top_k(x, k=n)\nreturn best, tf.gather(x, places)"),
    sizes("return tf.one_hot([0, 3, 1], n) @ tf.reshape(x[:n], [n, 1])"),
    sizes("return tf.reduce_sum(tf.eye(n) * x[:n], axis=1)", first=0),
    sizes("grid = tf.tile(x[None], [n, 1])\nreturn tf.nn.softmax(grid, axis=0)"),
    sizes("return tf.broadcast_to(x[0], [n, 3])"),
    sizes("return tf.fill([n, 2], 1.5) + tf.zeros([n, 1]), tf.ones([n])", first=0),
    sizes("return tf.repeat(x, n), tf.cumsum(tf.linspace(0.0, 1.0, n))"),
    sizes(
        "with tf.GradientTape() as tape:\n"
        "    tape.watch(x)\n"
        "    loss = tf.reduce_mean(tf.square(x[:n]) / (2.0 + x[1:n + 1]))\n"
        "return tape.gradient(loss, x)"
    ),
    sizes("y = tf.cast(tf.range(n), tf.float32)\nreturn tf.linalg.norm(y), y[:, None] * x"),
]
NEAR_MISSES = [
    # a size that decides the rank
    sizes("return tf.squeeze(x[:n])"),
    # static shapes
    sizes("y = x[:n]\nreturn y / y.shape[0]"),
    sizes("y = x[:n]\ny.set_shape([n])\nreturn y"),
    sizes("return tf.add_n(tf.unstack(x[:n]))"),
    sizes("r = tf.range(n)\nreturn tf.zeros([r.shape[0]])"),
    sizes("return tf.convert_to_tensor([tf.range(n).shape.rank, len(x[:n])])"),
    sizes("return tf.TensorArray(tf.float32, n).unstack(x[:n]).stack()"),
    # what the graph decides or goes over
    sizes("s = 0.0\nfor row in x[:n]:\n    s += row\nreturn s"),
    sizes("y = x[:n]\nif tf.reduce_sum(y) > 0.0:\n    y = tf.concat([y, y], 0)\nreturn y"),
    sizes("return tf.cond(x[0] > 0.0, lambda: x[:n], lambda: x)"),
    # a layer that is not built
    sizes("return dense(x[None, :n])", call="f(x, 4) if i % 2 else f(x, 4)"),
    # what leaves an image alone that has the size
    sizes(
        "return tf.image.resize(tf.reshape(x, [3, 4, 1]), [n, 4], method='gaussian')",
    ),
    sizes("return tf.signal.frame(x, n, 1) * tf.signal.hann_window(n)"),
    # Python code
    sizes("y = x[:n]\nprint(y)\nreturn y"),
    sizes("y = x[:n]\nreturn y if isinstance(y.shape[0], int) else x"),
    sizes("return x[:n]", options="(jit_compile=True)"),
    # a graph around
    sizes("return x[:n]", call="g(x, i)").replace(
        "\n\nx = ",
        "\n\n@tf.function\ndef g(x, n):\n    return f(x, n) * f(x, n).shape[0]\n\n\nx = ",
    ),
]


@pytest.mark.parametrize("source", KEPT)
def test_results_stay(source: str, tmp_path: Path) -> None:
    fixed = fix_source(source, str(tmp_path / "before.py")).text
    assert fixed != source
    before, after = results(source, tmp_path / "before.py"), results(fixed, tmp_path / "after.py")
    comparison = compare(before, after)
    assert comparison.compared
    assert comparison.differences == ()


@pytest.mark.parametrize("source", NEAR_MISSES)
def test_near_misses_stay(source: str) -> None:
    result = fix_source(source)
    assert result.text == source
    assert result.left
