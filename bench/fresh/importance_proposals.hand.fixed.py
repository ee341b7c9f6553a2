# importance_proposals, cured.
from __future__ import annotations

import math

import numpy as np
import tensorflow as tf


class DiagonalNormal:
    def __init__(self, loc: tf.Tensor, scale: tf.Tensor):
        self.loc = loc
        self.scale = scale

    def log_prob(self, x: tf.Tensor) -> tf.Tensor:
        z = (x - self.loc) / self.scale
        const = 0.5 * math.log(2 * math.pi)
        return tf.reduce_sum(-0.5 * z**2 - tf.math.log(self.scale) - const, -1)

    def transform(self, eps: np.ndarray) -> tf.Tensor:
        return self.loc + self.scale * eps


def log_target(x: tf.Tensor) -> tf.Tensor:
    return -0.5 * (x[:, 0] - 1.0) ** 2 / 0.25 - 0.5 * (x[:, 1] + x[:, 0] ** 2) ** 2


@tf.function
def weigh(loc: tf.Tensor, scale: tf.Tensor, x: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor, tf.Tensor]:
    log_w = log_target(x) - DiagonalNormal(loc, scale).log_prob(x)
    w = tf.nn.softmax(log_w)[:, None]
    mean = tf.reduce_sum(w * x, 0)
    variance = tf.reduce_sum(w * (x - mean) ** 2, 0)
    return mean, tf.sqrt(variance + 1e-3), tf.reduce_logsumexp(log_w) - math.log(400)


def main() -> None:
    rng = np.random.RandomState(3)
    proposal = DiagonalNormal(tf.zeros([2]), 2 * tf.ones([2]))
    for iteration in range(8):
        eps = rng.normal(size=(400, 2)).astype(np.float32)
        mean, scale, log_z = weigh(proposal.loc, proposal.scale, proposal.transform(eps))
        proposal = DiagonalNormal(mean, scale)
        print(f"{iteration}: mean {mean[0]:.3f} {mean[1]:.3f} log Z {log_z:.3f}")


if __name__ == "__main__":
    main()
