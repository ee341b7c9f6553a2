"""The example project as one module, made by hand."""

import numpy as np
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self, width):
        super().__init__()
        self.dense = tf.keras.layers.Dense(width)

    def call(self, x):
        return self.dense(x)


class Options:
    def __init__(self, rate):
        self.rate = rate


class BaseTrainer:
    def __init__(self, model):
        self.model = model
        self.step = tf.function(self._step)

    def _step(self, x, epoch):
        return self.model(x) * epoch


@tf.function
def train_step(x, epoch):
    return x * epoch


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.int32)])
def pinned_step(x, epoch):
    return x * tf.cast(epoch, tf.float32)


@tf.function
def scaled(x, factor):
    return x * factor


@tf.function
def total(parts):
    return tf.add_n(parts)


@tf.function
def rated(x, options):
    return x * options.rate


@tf.function
def mapped(x, function):
    return function(x)


@tf.function
def predicted(model, x):
    return model(x)


@tf.function
def summed(x):
    return tf.reduce_sum(x)


@tf.function
def relaxed(x):
    return tf.reduce_sum(x)


class Trainer(BaseTrainer):
    @tf.function
    def evaluate(self, x, threshold):
        return self.model(x) > threshold


class FineTuner(Trainer):
    def run(self, x):
        for epoch in range(5):
            self.step(x, epoch)


def main():
    x = tf.ones([4])
    rows = tf.ones([4, 3])
    for epoch in range(10):
        train_step(x, epoch)
        pinned_step(x, epoch)
        rated(x, Options(0.5))
        mapped(x, lambda value: value * 2.0)
    scaled(x, 1)
    scaled(x, 2)
    scaled(x, 3)
    parts = []
    for _ in range(3):
        parts.append(x)
        total(parts)
    for width in (1, 2, 3):
        predicted(Net(width), rows)
    summed(np.zeros(3))
    summed(np.zeros(4))
    summed(np.zeros(5))
    relaxed(tf.ones(3, tf.float32))
    relaxed(tf.ones(3, tf.float64))
    relaxed(tf.ones(3, tf.float16))
    trainer = Trainer(Net(3))
    tuner = FineTuner(Net(3))
    for epoch in range(10):
        trainer.step(rows, epoch)
        trainer.evaluate(rows, epoch)
        tuner.run(rows)
    net = Net(3)
    return [net.predict(row) for row in np.zeros([999, 1, 3])]
