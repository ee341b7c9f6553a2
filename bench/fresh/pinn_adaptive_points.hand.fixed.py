# pinn_adaptive_points, cured.
from __future__ import annotations

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(11)
net = tf.keras.Sequential(
    [
        tf.keras.layers.Input((1,)),
        tf.keras.layers.Dense(8, "tanh", kernel_initializer=tf.keras.initializers.GlorotUniform(2)),
        tf.keras.layers.Dense(1, kernel_initializer=tf.keras.initializers.GlorotUniform(3)),
    ]
)
optimizer = tf.keras.optimizers.SGD(0.02)


@tf.function(input_signature=[tf.TensorSpec([None, 1], tf.float32)])
def residual(x: tf.Tensor) -> tf.Tensor:
    """The equation is u' + u = 0."""
    with tf.GradientTape() as tape:
        tape.watch(x)
        u = net(x)
    return tape.gradient(u, x) + u


@tf.function(reduce_retracing=True)
def train_step(points: tf.Tensor, boundary: tf.Tensor) -> tf.Tensor:
    with tf.GradientTape() as tape:
        physics = tf.reduce_mean(residual(points) ** 2)
        start = tf.reduce_mean((net(boundary) - 1.0) ** 2)
        loss = physics + start
    grads = tape.gradient(loss, net.trainable_variables)
    optimizer.apply_gradients(zip(grads, net.trainable_variables))
    return loss


def refine(points: np.ndarray, extra: int) -> np.ndarray:
    candidates = rng.uniform(0, 2, size=(50, 1)).astype(np.float32)
    error = np.abs(residual(tf.constant(candidates)).numpy()[:, 0])
    worst = np.argsort(-error)[:extra]
    return np.concatenate([points, candidates[worst]])


def main() -> None:
    optimizer.build(net.trainable_variables)
    boundary = tf.zeros([1, 1])
    points = rng.uniform(0, 2, size=(10, 1)).astype(np.float32)
    for round_ in range(6):
        for _ in range(20):
            loss = train_step(tf.constant(points), boundary)
        print(f"round {round_}: {len(points)} points, loss {float(loss):.3f}")
        points = refine(points, 4)


main()
