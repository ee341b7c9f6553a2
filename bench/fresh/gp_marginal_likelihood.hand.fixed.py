# gp_marginal_likelihood, cured.
import math

import numpy as np
import tensorflow as tf


def rbf(distance, length):
    return tf.exp(-0.5 * tf.square(distance / length))


def matern(distance, length):
    scaled = math.sqrt(3.0) * distance / length
    return (1.0 + scaled) * tf.exp(-scaled)


KERNELS = {"rbf": rbf, "matern": matern}


@tf.function
def log_marginal(x, y, kernel, length, noise):
    distance = tf.abs(x[:, None] - x[None, :])
    gram = KERNELS[kernel](distance, length)
    gram += noise * tf.eye(tf.shape(x)[0])
    factor = tf.linalg.cholesky(gram)
    alpha = tf.linalg.cholesky_solve(factor, y[:, None])[:, 0]
    fit = -0.5 * tf.tensordot(y, alpha, 1)
    complexity = -tf.reduce_sum(tf.math.log(tf.linalg.diag_part(factor)))
    return fit + complexity


def grid():
    for kernel in KERNELS:
        for length in (0.2, 0.5, 1.0, 2.0):
            for noise in (0.05, 0.2):
                yield {"kernel": kernel, "length": length, "noise": noise}


def main():
    rng = np.random.default_rng(31)
    x = np.sort(rng.uniform(0, 5, size=25)).astype("float32")
    y = (np.sin(2 * x) + 0.2 * rng.normal(size=25)).astype("float32")
    evidence = {}
    for config in grid():
        length, noise = tf.constant(config["length"]), tf.constant(config["noise"])
        value = float(log_marginal(x, y, config["kernel"], length, noise))
        evidence[tuple(config.values())] = value
        print(config, f"{value:.3f}")
    print("best", max(evidence, key=evidence.get))


if __name__ == "__main__":
    main()
