# lbfgs_regions, cured.
import numpy as np
import tensorflow as tf


@tf.function
def value_and_gradient(objective, p, *data):
    with tf.GradientTape() as tape:
        tape.watch(p)
        value = objective(p, *data)
    return value, tape.gradient(value, p)


def backtracking_descent(objective, data, start, iterations=12, step=1.0, shrink=0.5):
    p = tf.constant(start)
    value, gradient = value_and_gradient(objective, p, *data)
    for _ in range(iterations):
        t = step
        slope = tf.reduce_sum(gradient**2)
        while True:
            candidate = p - t * gradient
            new_value, new_gradient = value_and_gradient(objective, candidate, *data)
            if new_value <= value - 1e-4 * t * slope or t < 1e-4:
                break
            t *= shrink
        p, value, gradient = candidate, new_value, new_gradient
    return p, value


def region_objective(p, x, y):
    residual = tf.linalg.matvec(x, p) - y
    return tf.reduce_mean(tf.sqrt(residual**2 + 0.1))


rng = np.random.RandomState(23)
for region in ("north", "south", "east", "west"):
    x = rng.randn(20, 3).astype(np.float32)
    truth = rng.randn(3).astype(np.float32)
    y = x @ truth + rng.laplace(0, 0.1, 20).astype(np.float32)
    data = (tf.constant(x), tf.constant(y))
    p, value = backtracking_descent(region_objective, data, [0.0, 0.0, 0.0])
    print(region, np.round(p.numpy() - truth, 2), "value %.3f" % float(value))
