# minimise_builds_step, cured.
import numpy as np
import tensorflow as tf


@tf.function
def step(objective, variables, data, rate):
    with tf.GradientTape() as tape:
        loss = objective(*data)
    for variable, gradient in zip(variables, tape.gradient(loss, variables)):
        variable.assign_sub(rate * gradient)
    return loss


def minimise(objective, variables, data, steps, rate=0.1):
    """Minimise an objective of the data."""
    for _ in range(steps):
        loss = step(objective, variables, data, tf.constant(rate))
    return float(loss)


class Line:
    def __init__(self):
        self.slope = tf.Variable(0.0)
        self.shift = tf.Variable(0.0)
        self._objective = self._squared_error

    def _squared_error(self, x, y):
        return tf.reduce_mean(tf.square(self.slope * x + self.shift - y))

    def fit(self, x, y):
        return minimise(self._objective, [self.slope, self.shift], (x, y), steps=6)


line = Line()
rng = np.random.default_rng(15)
for block in range(5):
    x = rng.uniform(-1, 1, 12).astype(np.float32)
    y = 1.5 * x - 0.5
    loss = line.fit(tf.constant(x), tf.constant(y.astype(np.float32)))
    print(block, round(loss, 5), round(float(line.slope), 4), round(float(line.shift), 4))
