# kernel_grid, cured.
import itertools

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(12)
X = tf.constant(np.sort(rng.uniform(0, 5, 15)), dtype=tf.float32)
Y = tf.constant(np.sin(X.numpy()) + 0.1 * rng.randn(15), dtype=tf.float32)


def rbf(a, b, length, variance):
    distance = a[:, None] - b[None, :]
    return variance * tf.exp(-0.5 * (distance / length) ** 2)


@tf.function
def log_marginal(x, y, length, variance, noise):
    k = rbf(x, x, length, variance) + noise * tf.eye(tf.shape(x)[0])
    chol = tf.linalg.cholesky(k)
    alpha = tf.linalg.cholesky_solve(chol, y[:, None])[:, 0]
    fit = -0.5 * tf.reduce_sum(y * alpha)
    complexity = -tf.reduce_sum(tf.math.log(tf.linalg.diag_part(chol)))
    return fit + complexity


best = None
for length, variance in itertools.product([0.3, 1.0, 3.0], [0.5, 2.0]):
    evidence = log_marginal(X, Y, tf.constant(length), tf.constant(variance), 0.05)
    print(length, variance, "log evidence %.3f" % float(evidence))
    if best is None or evidence > best[0]:
        best = (evidence, length, variance)

print("best length", best[1], "variance", best[2])
