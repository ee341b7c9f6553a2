# planted: TFR502 a minimiser that compiles its objective, a new closure for each region
# style: optimisation library with callables
import numpy as np
import tensorflow as tf


def value_and_gradient(objective):
    @tf.function
    def evaluate(p):
        with tf.GradientTape() as tape:
            tape.watch(p)
            value = objective(p)
        return value, tape.gradient(value, p)

    return evaluate


def backtracking_descent(objective, start, iterations=12, step=1.0, shrink=0.5):
    evaluate = value_and_gradient(objective)
    p = tf.constant(start)
    value, gradient = evaluate(p)
    for _ in range(iterations):
        t = step
        slope = tf.reduce_sum(gradient**2)
        while True:
            candidate = p - t * gradient
            new_value, new_gradient = evaluate(candidate)
            if new_value <= value - 1e-4 * t * slope or t < 1e-4:
                break
            t *= shrink
        p, value, gradient = candidate, new_value, new_gradient
    return p, value


def make_region_objective(x, y):
    def objective(p):
        residual = tf.linalg.matvec(x, p) - y
        return tf.reduce_mean(tf.sqrt(residual**2 + 0.1))

    return objective


rng = np.random.RandomState(23)
for region in ("north", "south", "east", "west"):
    x = rng.randn(20, 3).astype(np.float32)
    truth = rng.randn(3).astype(np.float32)
    y = x @ truth + rng.laplace(0, 0.1, 20).astype(np.float32)
    objective = make_region_objective(tf.constant(x), tf.constant(y))
    p, value = backtracking_descent(objective, [0.0, 0.0, 0.0])
    print(region, np.round(p.numpy() - truth, 2), "value %.3f" % float(value))
