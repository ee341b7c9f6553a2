# schedule_state_object, cured.
import math

import numpy as np
import tensorflow as tf


class StepSettings:
    def __init__(self, lr, weight_decay):
        self.lr = lr
        self.weight_decay = weight_decay

    def __repr__(self):
        return f"StepSettings(lr={self.lr:.4f}, weight_decay={self.weight_decay:.4f})"


class OneCycle:
    def __init__(self, peak, total):
        self.peak, self.total = peak, total
        self.position = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.position == self.total:
            raise StopIteration
        phase = math.sin(math.pi * (self.position + 1) / (self.total + 1))
        self.position += 1
        return StepSettings(self.peak * phase, 0.01 * (1 - phase))


weights = tf.Variable(tf.zeros([4]))


@tf.function
def update(x, y, lr, weight_decay):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((tf.linalg.matvec(x, weights) - y) ** 2)
    grad = tape.gradient(loss, weights)
    weights.assign(weights * (1 - weight_decay) - lr * grad)
    return loss


def train(x, y):
    for number, settings in enumerate(OneCycle(peak=0.3, total=12)):
        loss = update(x, y, tf.constant(settings.lr), tf.constant(settings.weight_decay))
        if number % 3 == 2:
            print(f"{settings} loss {float(loss):.4f}")


rng = np.random.RandomState(2)
x = rng.normal(size=(40, 4)).astype(np.float32)
train(x, (x @ np.array([1, 2, -1, 0.5])).astype(np.float32))
