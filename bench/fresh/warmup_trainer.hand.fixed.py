# warmup_trainer, cured.
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import tensorflow as tf


@dataclass
class TrainerConfig:
    base_lr: float = 0.1
    warmup_steps: int = 4
    steps: int = 8


class Trainer:
    """Linear regression with a warm-up of the learning rate."""

    def __init__(self, config: TrainerConfig) -> None:
        self.config = config
        self.w = tf.Variable(tf.zeros([3, 1]))
        self.b = tf.Variable(0.0)
        self.lr = 0.0

    def _loss(self, x: tf.Tensor, y: tf.Tensor) -> tf.Tensor:
        return tf.reduce_mean(tf.square(tf.matmul(x, self.w) + self.b - y))

    @tf.function
    def _update(self, x: tf.Tensor, y: tf.Tensor, lr: tf.Tensor) -> tf.Tensor:
        with tf.GradientTape() as tape:
            loss = self._loss(x, y)
        dw, db = tape.gradient(loss, [self.w, self.b])
        self.w.assign_sub(lr * dw)
        self.b.assign_sub(lr * db)
        return loss

    def fit(self, x: np.ndarray, y: np.ndarray) -> list[float]:
        history: list[float] = []
        x_t, y_t = tf.convert_to_tensor(x), tf.convert_to_tensor(y)
        for step in range(self.config.steps):
            self.lr = self.config.base_lr * min(1.0, (step + 1) / self.config.warmup_steps)
            history.append(float(self._update(x_t, y_t, tf.constant(self.lr))))
        return history


def make_data(seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(32, 3)).astype(np.float32)
    y = x @ np.array([[1.0], [-2.0], [0.5]], dtype=np.float32) + 0.3
    return x, y


if __name__ == "__main__":
    trainer = Trainer(TrainerConfig())
    for loss in trainer.fit(*make_data(0)):
        print(f"{loss:.5f}")
    print(trainer.w.numpy().ravel().round(4))
