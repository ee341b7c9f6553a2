# zip_as_argument, cured.
import numpy as np
import tensorflow as tf


@tf.function
def apply_clipped(gradients, variables, lr):
    gradients, norm = tf.clip_by_global_norm(gradients, 1.0)
    for gradient, variable in zip(gradients, variables):
        variable.assign_sub(lr * gradient)
    return norm


class Regressor:
    def __init__(self, seed):
        rng = np.random.RandomState(seed)
        self.w1 = tf.Variable(rng.randn(2, 5).astype(np.float32))
        self.w2 = tf.Variable(rng.randn(5, 1).astype(np.float32))

    @property
    def variables(self):
        return [self.w1, self.w2]

    def loss(self, x, y):
        return tf.reduce_mean((tf.tanh(x @ self.w1) @ self.w2 - y) ** 2)


def train(model, x, y, steps):
    lr = tf.constant(0.2)
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = model.loss(x, y)
        gradients = tape.gradient(loss, model.variables)
        norm = apply_clipped(gradients, model.variables, lr)
        yield float(loss), float(norm)


rng = np.random.RandomState(4)
x = tf.constant(rng.randn(30, 2).astype(np.float32))
y = x[:, :1] * x[:, 1:]
for step, (loss, norm) in enumerate(train(Regressor(0), x, y, 9)):
    if step % 2 == 0:
        print(step, "loss %.4f norm %.4f" % (loss, norm))
