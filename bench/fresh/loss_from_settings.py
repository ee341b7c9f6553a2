# planted: TFR105 a functools.partial of a loss, made from a dictionary of settings in each epoch
# style: dictionaries of settings, a Trainer class
from functools import partial

import numpy as np
import tensorflow as tf

SETTINGS = {
    "epochs": 6,
    "lr": 0.3,
    "loss": {"name": "huber", "delta": 1.0},
    "delta_decay": 0.7,
}


def huber(target, output, delta):
    error = tf.abs(target - output)
    return tf.where(error < delta, 0.5 * error**2, delta * (error - 0.5 * delta))


def quantile(target, output, delta):
    error = target - output
    return tf.maximum(delta * error, (delta - 1) * error)


LOSSES = {"huber": huber, "quantile": quantile}


class Trainer:
    def __init__(self, settings):
        self.settings = dict(settings)
        self.weight = tf.Variable([[0.0], [0.0]])

    def build_loss(self, delta):
        return partial(LOSSES[self.settings["loss"]["name"]], delta=delta)

    @tf.function
    def step(self, x, y, loss_fn):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(loss_fn(y, x @ self.weight))
        self.weight.assign_sub(self.settings["lr"] * tape.gradient(loss, self.weight))
        return loss

    def fit(self, x, y):
        delta = self.settings["loss"]["delta"]
        for epoch in range(self.settings["epochs"]):
            loss = self.step(x, y, self.build_loss(delta))
            print("epoch %d delta %.3f loss %.4f" % (epoch, delta, float(loss)))
            delta *= self.settings["delta_decay"]


rng = np.random.RandomState(1)
inputs = rng.randn(40, 2).astype(np.float32)
outputs = inputs @ np.array([[1.0], [3.0]], np.float32)
trainer = Trainer(SETTINGS)
trainer.fit(tf.constant(inputs), tf.constant(outputs))
print(np.round(trainer.weight.numpy().ravel(), 3))
