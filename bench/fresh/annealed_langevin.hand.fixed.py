# annealed_langevin, cured.
from typing import List

import numpy as np
import tensorflow as tf


def geometric_levels(high: float, low: float, count: int) -> List[float]:
    ratio = (low / high) ** (1.0 / (count - 1))
    return [high * ratio**i for i in range(count)]


@tf.function
def langevin_step(x: tf.Tensor, noise: tf.Tensor, sigma: tf.Tensor, step_size: tf.Tensor) -> tf.Tensor:
    score = -x / (1.0 + sigma * sigma)
    return x + step_size * score + tf.sqrt(2.0 * step_size) * noise


def sample(levels: List[float], rng: np.random.Generator) -> tf.Tensor:
    x = tf.zeros([4, 2])
    for sigma in levels:
        step_size = 0.05 * sigma**2 / levels[-1] ** 2
        for _ in range(3):
            noise = tf.convert_to_tensor(rng.normal(size=(4, 2)).astype("float32"))
            x = langevin_step(x, noise, tf.constant(sigma), tf.constant(step_size))
    return x


if __name__ == "__main__":
    result = sample(geometric_levels(2.0, 0.5, 5), np.random.default_rng(9))
    print(tf.reduce_mean(result, axis=0).numpy().round(4))
