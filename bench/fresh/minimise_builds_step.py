# planted: TFR502 an optimisation routine that compiles its objective anew for every data set
# style: library-like function with closures
import numpy as np
import tensorflow as tf


def minimise(closure, variables, steps, rate=0.1):
    """Minimise a closure without arguments."""

    @tf.function
    def step():
        with tf.GradientTape() as tape:
            loss = closure()
        for variable, gradient in zip(variables, tape.gradient(loss, variables)):
            variable.assign_sub(rate * gradient)
        return loss

    for _ in range(steps):
        loss = step()
    return float(loss)


class Line:
    def __init__(self):
        self.slope = tf.Variable(0.0)
        self.shift = tf.Variable(0.0)

    def fit(self, x, y):
        def objective():
            return tf.reduce_mean(tf.square(self.slope * x + self.shift - y))

        return minimise(objective, [self.slope, self.shift], steps=6)


line = Line()
rng = np.random.default_rng(15)
for block in range(5):
    x = rng.uniform(-1, 1, 12).astype(np.float32)
    y = 1.5 * x - 0.5
    loss = line.fit(tf.constant(x), tf.constant(y.astype(np.float32)))
    print(block, round(loss, 5), round(float(line.slope), 4), round(float(line.shift), 4))
