"""A small minimiser: gradient descent with momentum and a stopping rule."""
from dataclasses import dataclass

import tensorflow as tf


@dataclass
class Result:
    x: tf.Tensor
    value: float
    iterations: int


@tf.function
def _iterate(objective, x, velocity, args, rate, momentum):
    with tf.GradientTape() as tape:
        value = objective(x, *args)
    velocity.assign(momentum * velocity - rate * tape.gradient(value, x))
    x.assign_add(velocity)
    return value


def minimise(objective, start, args=(), rate=0.05, momentum=0.8, tolerance=1e-7, max_iterations=60):
    """Minimise ``objective``, a function of a tensor and of ``args``."""
    x = tf.Variable(start)
    velocity = tf.Variable(tf.zeros_like(x))

    last = float("inf")
    for iteration in range(1, max_iterations + 1):
        value = float(_iterate(objective, x, velocity, args, rate, momentum))
        if abs(last - value) < tolerance:
            break
        last = value
    return Result(tf.convert_to_tensor(x), value, iteration)
