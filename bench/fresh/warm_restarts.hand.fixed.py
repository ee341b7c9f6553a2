# warm_restarts, cured.
import math

import numpy as np
import tensorflow as tf


class CosineRestarts:
    def __init__(self, high, low, period, growth=2):
        self.high, self.low = high, low
        self.period, self.growth = period, growth
        self._start = 0

    def __call__(self, step):
        if step - self._start >= self.period:
            self._start = step
            self.period *= self.growth
        phase = (step - self._start) / self.period
        return self.low + 0.5 * (self.high - self.low) * (1 + math.cos(math.pi * phase))


rng = np.random.default_rng(0)
A = tf.constant(rng.normal(size=(30, 4)), dtype=tf.float32)
b = tf.linalg.matvec(A, tf.constant([1.0, -1.0, 2.0, 0.5]))
x = tf.Variable(tf.zeros(4))
velocity = tf.Variable(tf.zeros(4))


@tf.function
def descend(rows, targets, *, learning_rate, momentum=0.8):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((tf.linalg.matvec(rows, x) - targets) ** 2)
    velocity.assign(momentum * velocity - learning_rate * tape.gradient(loss, x))
    x.assign_add(velocity)
    return loss


schedule = CosineRestarts(0.08, 0.005, period=4)
for step in range(20):
    lr = schedule(step)
    loss = descend(A, b, learning_rate=tf.constant(lr))
    if step in (3, 4, 11, 12, 19):
        print(f"{step:2d} lr={lr:.4f} loss={float(loss):.4f}")
print(np.round(x.numpy(), 3))
