"""Network, residual of the Allen-Cahn equation and one descent step."""
import numpy as np
import tensorflow as tf

DIFFUSION = 0.02


def make_parameters(width, seed):
    rng = np.random.default_rng(seed)
    shapes = [(3, width), (width,), (width, width), (width,), (width, 1)]
    return [tf.Variable(rng.normal(0, 1 / np.sqrt(s[0]) if len(s) > 1 else 0.0, s), dtype=tf.float32)
            for s in shapes]


def solution(parameters, t, x):
    w1, b1, w2, b2, w3 = parameters
    features = tf.concat([t, tf.cos(np.pi * x), tf.cos(2 * np.pi * x)], axis=1)
    h = tf.tanh(features @ w1 + b1)
    h = tf.tanh(h @ w2 + b2)
    return 0.8 * tf.cos(np.pi * x) + t * (h @ w3)


def residual(parameters, t, x):
    with tf.GradientTape(persistent=True) as outer:
        outer.watch(x)
        with tf.GradientTape(persistent=True) as inner:
            inner.watch([t, x])
            u = solution(parameters, t, x)
        u_x = inner.gradient(u, x)
    return inner.gradient(u, t) - DIFFUSION * outer.gradient(u_x, x) - 2.0 * (u - u ** 3)


@tf.function
def descend(parameters, t, x, slab_weights, rate):
    """Slabs are rows of t and x; their losses come back unweighted."""
    with tf.GradientTape() as tape:
        r = residual(parameters, tf.reshape(t, [-1, 1]), tf.reshape(x, [-1, 1]))
        losses = tf.reduce_mean(tf.reshape(r, tf.shape(t)) ** 2, axis=1)
        total = tf.reduce_mean(losses * slab_weights)
    for p, g in zip(parameters, tape.gradient(total, parameters)):
        p.assign_sub(rate * g)
    return losses
