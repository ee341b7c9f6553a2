# planted: TFR105 partials with other prior widths are passed to a traced Newton solver
# style: Bayesian statistician, functools, small library part and an analysis part
"""Laplace approximation of a logistic regression's evidence for several widths of the prior."""
from functools import partial

import numpy as np
import tensorflow as tf

# ---- library ---------------------------------------------------------------------------------


def log_joint(weights, x, y, prior_width):
    logits = tf.linalg.matvec(x, weights)
    likelihood = tf.reduce_sum(y * tf.math.log_sigmoid(logits) + (1 - y) * tf.math.log_sigmoid(-logits))
    width = prior_width * tf.ones_like(weights)
    prior = tf.reduce_sum(0.5 * (weights / width) ** 2 + tf.math.log(width * 2.5066282746))
    return likelihood - prior


@tf.function
def newton(log_density, start, steps: int = 8):
    weights = start
    for _ in tf.range(steps):
        with tf.GradientTape() as outer:
            outer.watch(weights)
            with tf.GradientTape() as inner:
                inner.watch(weights)
                value = log_density(weights)
            gradient = inner.gradient(value, weights)
        hessian = outer.jacobian(gradient, weights, experimental_use_pfor=False)
        weights = weights - tf.linalg.solve(hessian, gradient[:, None])[:, 0]
    return weights, log_density(weights), -hessian


def laplace_evidence(log_density, start):
    mode, top, precision = newton(log_density, start)
    size = start.shape[0]
    evidence = top + 0.5 * size * np.log(2 * np.pi) - 0.5 * tf.linalg.logdet(precision)
    return mode.numpy(), float(evidence)


# ---- analysis --------------------------------------------------------------------------------


def trial(seed=15, patients=80):
    rng = np.random.default_rng(seed)
    x = np.column_stack([np.ones(patients), rng.normal(size=(patients, 2))])
    p = 1 / (1 + np.exp(-x @ np.array([-0.3, 1.4, -0.6])))
    return tf.constant(x), tf.constant((rng.random(patients) < p).astype(np.float64))


if __name__ == "__main__":
    x, y = trial()
    start = tf.zeros([3], tf.float64)
    print("width   log evidence   mode")
    for width in (0.2, 0.5, 1.0, 2.0, 5.0, 10.0):
        mode, evidence = laplace_evidence(partial(log_joint, x=x, y=y, prior_width=width), start)
        print(f"{width:5.1f}   {evidence:.4f}       {np.round(mode, 4).tolist()}")
