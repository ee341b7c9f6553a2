"""What the fixer takes for blind to static shapes gives the same bits where sizes are open.

Gradients are compared to the last bits: those of a quotient, say, TensorFlow rearranges where it
knows that nothing is broadcast. Where ranks are open, too, so are products of matrices.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import tensorflow as tf
from tfretrace_fix.open_shapes import BLIND, COUNTING, MASKING

_DRAWN = np.random.default_rng(3)
X = tf.constant(_DRAWN.uniform(0.1, 0.9, (5, 4)), tf.float32)
Y = tf.constant(_DRAWN.uniform(0.1, 0.9, (5, 4)), tf.float32)
SQUARE = tf.constant(_DRAWN.uniform(0.1, 0.9, (4, 4)) + 4 * np.eye(4), tf.float32)
SYMMETRIC = (SQUARE + tf.transpose(SQUARE)) / 2.0
SIGNAL = tf.constant(_DRAWN.uniform(-1, 1, (64,)), tf.float32)
IMAGES = tf.constant(_DRAWN.uniform(0, 1, (2, 8, 8, 3)), tf.float32)
KERNEL = tf.constant(_DRAWN.uniform(0, 1, (3, 3, 3, 2)), tf.float32)
PLACES = tf.constant([0, 2, 1, 2, 4])
COMPLEX = tf.complex(X, Y)
FLAGS = X > 0.5

ELEMENTWISE = """
    abs acos asin atan  cos exp floor identity math.abs math.acos math.asin math.atan
    math.ceil math.cos math.digamma math.erf math.erfc math.exp math.expm1 math.floor
    math.is_finite math.is_inf math.is_nan math.lgamma math.log math.log1p math.log_sigmoid
    math.negative math.reciprocal math.rint math.round math.rsqrt math.sigmoid math.sign math.sin
    math.sinh math.softplus math.sqrt math.square math.tan math.tanh negative nn.elu nn.gelu
    nn.leaky_relu nn.relu nn.relu6 nn.selu nn.sigmoid nn.softplus nn.softsign
    nn.tanh ones_like round sigmoid sign sin sinh cosh sqrt square stop_gradient tan tanh
    zeros_like nn.softmax nn.log_softmax nn.l2_normalize math.l2_normalize math.cumsum cumsum
    math.cumprod rank size shape transpose argsort sort convert_to_tensor
    math.reduce_std math.reduce_variance reduce_logsumexp math.reduce_logsumexp nn.l2_loss norm
""".split()
OF_TWO = """
    add divide equal greater greater_equal less less_equal math.add math.atan2 math.divide
    math.divide_no_nan math.equal math.greater math.less math.maximum math.minimum math.multiply
    math.multiply_no_nan math.pow math.squared_difference math.subtract maximum minimum multiply
    not_equal pow subtract truediv nn.sigmoid_cross_entropy_with_logits
    nn.softmax_cross_entropy_with_logits
""".split()
REDUCING = """
    argmax argmin math.argmax math.argmin math.reduce_max math.reduce_mean math.reduce_min
    math.reduce_prod math.reduce_sum reduce_max reduce_mean reduce_min reduce_prod reduce_sum
""".split()
_LAST_BIT = 2e-7
PRODUCTS = {f"tensorflow.{name}" for name in ("linalg.matmul", "linalg.matvec", "matmul")}
"""What another kernel computes where calls pass tensors of several ranks."""

Calls = dict[str, list[tuple[Callable[..., Any], tuple[tf.Tensor, ...]]]]
CALLS: Calls = {
    "cast": [(lambda x: tf.cast(x, tf.float64), (X,))],
    "clip_by_value": [(lambda x: tf.clip_by_value(x, 0.2, 0.6), (X,))],
    "clip_by_norm": [(lambda x: tf.clip_by_norm(x, 0.5), (X,))],
    "concat": [(lambda x, y, a=a: tf.concat([x, y], axis=a), (X, Y)) for a in (0, 1, -1)],
    "stack": [(lambda x, y, a=a: tf.stack([x, y], axis=a), (X, Y)) for a in (0, 1, -1)],
    "expand_dims": [(lambda x: tf.expand_dims(x, -1), (X,))],
    "squeeze": [(lambda x: tf.squeeze(x[:, None], axis=1), (X,))],
    "gather": [
        (tf.gather, (X, PLACES)),
        (lambda x: tf.gather(x, [0, 2], axis=1), (X,)),
    ],
    "gather_nd": [(tf.gather_nd, (X, tf.constant([[0, 1], [4, 3]])))],
    "one_hot": [(lambda i: tf.one_hot(i, 5), (PLACES,))],
    "range": [(lambda x: tf.range(tf.shape(x)[0]), (X,))],
    "repeat": [(lambda x: tf.repeat(x, 2, axis=0), (X,))],
    "reshape": [(lambda x: tf.reshape(x, [-1, 2]), (X,)), (lambda x: tf.reshape(x, [-1]), (X,))],
    "reverse": [(lambda x: tf.reverse(x, [0]), (X,))],
    "roll": [(lambda x: tf.roll(x, 1, axis=0), (X,))],
    "tile": [(lambda x: tf.tile(x, [2, 1]), (X,))],
    "pad": [(lambda x: tf.pad(x, [[1, 1], [0, 0]]), (X,))],
    "where": [(tf.where, (FLAGS, X, Y)), (lambda c, x: tf.where(c, x, 0.0), (FLAGS, X))],
    "boolean_mask": [(lambda x, c: tf.boolean_mask(x, c), (X[:, 0], FLAGS[:, 0]))],
    "zeros": [(lambda x: tf.zeros([tf.shape(x)[0], 2]) + x[:, :1], (X,))],
    "ones": [(lambda x: tf.ones([tf.shape(x)[0], 2]) + x[:, :1], (X,))],
    "fill": [(lambda x: tf.fill([tf.shape(x)[0], 2], 0.5) + x[:, :1], (X,))],
    "eye": [(lambda x: tf.eye(tf.shape(x)[0]) @ x, (X,))],
    "broadcast_to": [(lambda x: tf.broadcast_to(x[:, :1], tf.shape(x)), (X,))],
    "logical_and": [(tf.logical_and, (FLAGS, Y > 0.5))],
    "logical_or": [(tf.logical_or, (FLAGS, Y > 0.5))],
    "logical_not": [(tf.logical_not, (FLAGS,))],
    "reduce_all": [(lambda x: tf.reduce_all(x, axis=0), (FLAGS,))],
    "reduce_any": [(lambda x: tf.reduce_any(x, axis=1), (FLAGS,))],
    "matmul": [
        (tf.matmul, (X, SQUARE)),
        (lambda x, y: tf.matmul(x, y, transpose_a=True), (X, Y)),
        (lambda x, y: tf.matmul(x, y, transpose_b=True), (X, Y)),
    ],
    "linalg.matmul": [(tf.linalg.matmul, (X, SQUARE))],
    "linalg.matvec": [(tf.linalg.matvec, (X, X[0])), (tf.linalg.matvec, (SQUARE, X[0]))],
    "tensordot": [(lambda x, y: tf.tensordot(x, y, 1), (X, SQUARE))],
    "einsum": [
        (lambda x, y: tf.einsum("ij,kj->ik", x, y), (X, Y)),
        (lambda x, y: tf.einsum("ij,ij->i", x, y), (X, Y)),
        (lambda x, y: tf.einsum("ij,jk->ik", x, y), (X, SQUARE)),
    ],
    "linalg.solve": [(tf.linalg.solve, (SQUARE, tf.transpose(X)))],
    "linalg.cholesky": [(tf.linalg.cholesky, (SYMMETRIC,))],
    "linalg.cholesky_solve": [
        (
            lambda a, b: tf.linalg.cholesky_solve(tf.linalg.cholesky(a), b),
            (SYMMETRIC, tf.transpose(X)),
        )
    ],
    "linalg.triangular_solve": [(tf.linalg.triangular_solve, (SQUARE, tf.transpose(X)))],
    "linalg.inv": [(tf.linalg.inv, (SQUARE,))],
    "linalg.diag": [(tf.linalg.diag, (X[:, 0],))],
    "linalg.diag_part": [(tf.linalg.diag_part, (SQUARE,))],
    "linalg.trace": [(tf.linalg.trace, (SQUARE,))],
    "linalg.norm": [(lambda x: tf.linalg.norm(x, axis=1), (X,))],
    "linalg.logdet": [(tf.linalg.logdet, (SYMMETRIC,))],
    "linalg.slogdet": [(tf.linalg.slogdet, (SYMMETRIC,))],
    "searchsorted": [(tf.searchsorted, (tf.sort(X[0]), Y[0]))],
    "math.bincount": [(lambda i: tf.math.bincount(i, minlength=6, maxlength=6), (PLACES,))],
    "math.segment_sum": [(tf.math.segment_sum, (X, tf.sort(PLACES)))],
    "math.segment_mean": [(tf.math.segment_mean, (X, tf.sort(PLACES)))],
    "math.unsorted_segment_sum": [
        (lambda x, i: tf.math.unsorted_segment_sum(x, i, 5), (X, PLACES)),
        (lambda x, i: tf.math.unsorted_segment_sum(x, i, tf.shape(x)[0]), (X, PLACES)),
    ],
    "math.unsorted_segment_mean": [
        (lambda x, i: tf.math.unsorted_segment_mean(x, i, 5), (X, PLACES))
    ],
    "math.unsorted_segment_max": [
        (lambda x, i: tf.math.unsorted_segment_max(x, i, 5), (X, PLACES))
    ],
    "math.top_k": [(lambda x: tf.math.top_k(x, 2), (X,))],
    "nn.moments": [(lambda x: tf.nn.moments(x, axes=[0]), (X,))],
    "nn.embedding_lookup": [(tf.nn.embedding_lookup, (X, PLACES))],
    "nn.bias_add": [(tf.nn.bias_add, (X, Y[0]))],
    "nn.sparse_softmax_cross_entropy_with_logits": [
        (lambda i, x: tf.nn.sparse_softmax_cross_entropy_with_logits(i, x), (PLACES // 2, X))
    ],
    "nn.conv2d": [(lambda x, k: tf.nn.conv2d(x, k, 1, "SAME"), (IMAGES, KERNEL))],
    "nn.max_pool2d": [(lambda x: tf.nn.max_pool2d(x, 2, 2, "VALID"), (IMAGES,))],
    "nn.avg_pool2d": [(lambda x: tf.nn.avg_pool2d(x, 2, 2, "SAME"), (IMAGES,))],
    "signal.frame": [(lambda x: tf.signal.frame(x, 16, 8), (SIGNAL,))],
    "signal.rfft": [
        (tf.signal.rfft, (SIGNAL,)),
        (lambda x: tf.signal.rfft(x, [2 * tf.shape(x)[0]]), (SIGNAL,)),
    ],
    "signal.irfft": [(tf.signal.irfft, (COMPLEX,))],
    "signal.stft": [(lambda x: tf.signal.stft(x, 16, 8), (SIGNAL,))],
    "signal.hann_window": [(lambda x: tf.signal.hann_window(4) * x, (X,))],
    "complex": [(tf.complex, (X, Y))],
    "math.real": [(tf.math.real, (COMPLEX,))],
    "math.imag": [(tf.math.imag, (COMPLEX,))],
    "math.angle": [(tf.math.angle, (COMPLEX,))],
    "math.conj": [(tf.math.conj, (COMPLEX,))],
    "constant": [(lambda x: x * tf.constant(0.3), (X,))],
    "linspace": [(lambda x: tf.linspace(0.0, 1.0, 4) * x, (X,))],
}


def _function(name: str) -> Callable[..., Any]:
    found: Any = tf
    for part in name.split("."):
        found = getattr(found, part)
    one: Callable[..., Any] = found
    return one


def _calls() -> Calls:
    calls: Calls = {name: [(_function(name), (X,))] for name in ELEMENTWISE}
    calls |= {name: [(_function(name), (X, Y))] for name in OF_TWO}
    for name in REDUCING:
        one = _function(name)
        calls[name] = [
            (lambda x, one=one, axis=axis: one(x, axis=axis), (X,)) for axis in (0, 1, -1)
        ]
    return {f"tensorflow.{name}": calls for name, calls in (calls | CALLS).items()}


def _with_gradients(one: Callable[..., Any]) -> Callable[..., Any]:
    """Return what computes a result, and the gradients of it where it has some."""

    def both(*tensors: tf.Tensor) -> tuple[Any, list[tf.Tensor]]:
        watched = [tensor for tensor in tensors if tensor.dtype.is_floating]
        with tf.GradientTape() as tape:
            tape.watch(watched)
            result = one(*tensors)
        flat = [part for part in tf.nest.flatten(result) if part.dtype.is_floating]
        if not flat or not watched:
            return result, []
        gradients = tape.gradient(flat, watched, unconnected_gradients="zero")
        return result, [tf.convert_to_tensor(gradient) for gradient in gradients]

    return both


Opening = Callable[[tf.TensorShape], tf.TensorShape]
OPENINGS: dict[str, Opening] = {
    "sizes": lambda shape: tf.TensorShape([None] * shape.rank),
    "ranks": lambda shape: tf.TensorShape(None),
}


def _specs(given: tuple[tf.Tensor, ...], opening: Opening) -> list[tf.TensorSpec]:
    return [tf.TensorSpec(opening(one.shape), one.dtype) for one in given]


def test_each_is_held() -> None:
    assert set(_calls()) == BLIND


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("name", sorted(BLIND))
def test_open_shapes_change_no_bit(name: str, opening: str) -> None:
    if opening == "ranks" and name in {*MASKING, *COUNTING}:
        pytest.skip("needs the rank, or so it may")
    for one, given in _calls()[name]:
        run = _with_gradients(one)
        (known, slopes), (opened, others) = (
            tf.function(run, input_signature=_specs(given, how))(*given)
            for how in (tf.TensorShape, OPENINGS[opening])
        )
        tolerance = _LAST_BIT if opening == "ranks" and name in PRODUCTS else 0.0
        for before, after in zip(tf.nest.flatten(known), tf.nest.flatten(opened), strict=True):
            np.testing.assert_allclose(np.asarray(before), np.asarray(after), rtol=tolerance)
        for before, after in zip(slopes, others, strict=True):
            np.testing.assert_allclose(np.asarray(before), np.asarray(after), rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize(
    "compute",
    [
        lambda x, y: x @ tf.transpose(y),
        lambda x, y: (x[..., 0] + y[0, 1]) * y[1:, None, -1, tf.newaxis] - x[tf.argmax(y[0])][0],
        lambda x, y: -x / y + x**2.0 - tf.cast(x > y, tf.float32),
        lambda x, y: tf.nn.softmax(x) + tf.nn.log_softmax(y, axis=-1),
        lambda x, y: tf.repeat(x, 2) + tf.repeat(y, 2),
    ],
)
def test_operators_and_elements_need_no_rank(compute: Callable[..., Any]) -> None:
    given = (X, Y)
    known, opened = (
        tf.function(compute, input_signature=_specs(given, how))(*given)
        for how in (tf.TensorShape, OPENINGS["ranks"])
    )
    np.testing.assert_allclose(known.numpy(), opened.numpy(), rtol=_LAST_BIT)
