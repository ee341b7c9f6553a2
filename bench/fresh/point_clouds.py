# planted: TFR201 point clouds of different sizes, a traced method
# style: tf.Module, type hints
from typing import Iterator

import numpy as np
import tensorflow as tf


class PointEncoder(tf.Module):
    def __init__(self, width: int = 5) -> None:
        super().__init__()
        rng = np.random.default_rng(0)
        self.kernel = tf.Variable(rng.normal(size=(3, width)), dtype=tf.float32)

    @tf.function
    def encode(self, points: tf.Tensor) -> tf.Tensor:
        centred = points - tf.reduce_mean(points, axis=0, keepdims=True)
        return tf.reduce_max(tf.nn.relu(centred @ self.kernel), axis=0)


def scans(count: int) -> Iterator[np.ndarray]:
    rng = np.random.default_rng(31)
    for i in range(count):
        yield rng.uniform(-1, 1, size=(6 + 3 * i, 3)).astype(np.float32)


def main() -> None:
    encoder = PointEncoder()
    for scan in scans(6):
        code = encoder.encode(tf.convert_to_tensor(scan))
        print(scan.shape[0], code.numpy().round(3))


if __name__ == "__main__":
    main()
