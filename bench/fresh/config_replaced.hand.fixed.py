# config_replaced, cured.
from dataclasses import dataclass, replace

import numpy as np
import tensorflow as tf


@dataclass(frozen=True)
class Config:
    lr: float = 0.2
    l2: float = 1e-3
    decay: float = 0.9
    steps: int = 10

    def next(self):
        return replace(self, lr=self.lr * self.decay)


class LogisticRegression(tf.Module):
    def __init__(self, dims):
        super().__init__()
        self.w = tf.Variable(tf.zeros([dims, 1]))
        self.b = tf.Variable(tf.zeros([1]))

    def __call__(self, x):
        return x @ self.w + self.b


@tf.function
def train_step(model, x, y, lr, l2):
    with tf.GradientTape() as tape:
        bce = tf.nn.sigmoid_cross_entropy_with_logits(y, model(x))
        loss = tf.reduce_mean(bce) + l2 * tf.nn.l2_loss(model.w)
    for v, g in zip(model.trainable_variables, tape.gradient(loss, model.trainable_variables)):
        v.assign_sub(lr * g)
    return loss


def train(config):
    rng = np.random.RandomState(0)
    x = rng.randn(64, 3).astype(np.float32)
    y = (x @ [[1.0], [2.0], [-1.0]] > 0).astype(np.float32)
    model = LogisticRegression(3)
    for step in range(config.steps):
        lr = tf.constant(config.lr)
        loss = train_step(model, tf.constant(x), tf.constant(y), lr, config.l2)
        config = config.next()
        if step % 3 == 0:
            print(f"step {step} loss {float(loss):.4f}")
    return model, config


model, last = train(Config())
print("lr %.4f" % last.lr, "w", np.round(model.w.numpy().ravel(), 3))
