# planted: TFR105 a partial of the likelihood with the data of one machine part is made for every call of the optimiser step
# style: reliability engineering, generic minimiser with a compiled step, functools.partial over data
from functools import partial

import numpy as np
import tensorflow as tf

PARTS = {"bearing": (2.4, 900.0), "seal": (1.1, 400.0), "belt": (3.0, 650.0), "fuse": (0.8, 300.0)}


def field_data(seed=27, n=60, window=700.0):
    rng = np.random.default_rng(seed)
    for name, (shape, scale) in PARTS.items():
        life = scale * rng.weibull(shape, n)
        yield name, np.minimum(life, window).astype("float32"), (life < window).astype("float32")


def negative_log_likelihood(theta, hours, failed):
    """theta = log shape, log scale in 100 h"""
    k, lam = tf.exp(theta[0]), 100.0 * tf.exp(theta[1])
    z = hours / lam
    log_hazard = tf.math.log(k / lam) + (k - 1.0) * tf.math.log(z)
    return -tf.reduce_mean(failed * log_hazard - z ** k)


@tf.function
def adam_step(loss, theta, m, v, t):
    with tf.GradientTape() as tape:
        tape.watch(theta)
        value = loss(theta)
    g = tape.gradient(value, theta)
    m = 0.9 * m + 0.1 * g
    v = 0.99 * v + 0.01 * g * g
    theta -= 0.1 * (m / (1.0 - 0.9 ** t)) / (tf.sqrt(v / (1.0 - 0.99 ** t)) + 1e-8)
    return theta, m, v, value


class Estimator:
    def __init__(self, hours, failed, steps=30):
        self.hours = tf.constant(hours)
        self.failed = tf.constant(failed)
        self.steps = steps

    def fit(self):
        theta = tf.constant([0.0, 1.0])
        m, v = tf.zeros(2), tf.zeros(2)
        for t in range(1, self.steps + 1):
            theta, m, v, value = adam_step(
                partial(negative_log_likelihood, hours=self.hours, failed=self.failed),
                theta, m, v, tf.constant(float(t)),
            )
        self.value = float(value)
        self.shape, scale = np.exp(theta.numpy())
        self.scale = 100.0 * scale
        return self

    def b10(self):
        """hours after which a tenth has failed"""
        return self.scale * (-np.log(0.9)) ** (1 / self.shape)


if __name__ == "__main__":
    print("part      shape   scale    B10   failures")
    for name, hours, failed in field_data():
        e = Estimator(hours, failed).fit()
        print(f"{name:8s} {e.shape:6.2f} {e.scale:7.0f} {e.b10():6.0f} {int(failed.sum()):10d}")
