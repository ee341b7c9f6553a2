# planted: TFR101 the shrinking noise level and the epoch are attributes of the trainer that go as Python numbers into its traced step
# style: agriculture, trainer class with a schedule object, Keras model and own training loop
"""Predict the protein content of forage from near-infrared spectra."""
import math

import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(77)


def spectra(count, seed):
    rng = np.random.default_rng(seed)
    bands = np.linspace(0.0, 1.0, 60)
    protein = rng.uniform(8.0, 22.0, count)
    fibre = rng.uniform(20.0, 45.0, count)
    x = (protein[:, None] * np.exp(-((bands - 0.35) ** 2) / 0.004)
         + 0.5 * fibre[:, None] * np.exp(-((bands - 0.6) ** 2) / 0.01)
         + rng.normal(0, 0.3, (count, 60)) + 5.0 * bands)
    return (x / 20.0).astype("float32"), protein[:, None].astype("float32")


class CosineNoise:
    def __init__(self, start, epochs):
        self.start, self.epochs, self.level = start, epochs, start

    def update(self, epoch):
        self.level = self.start * 0.5 * (1.0 + math.cos(math.pi * epoch / self.epochs))


class Trainer:
    def __init__(self, model, noise):
        self.model, self.noise = model, noise
        self.optimizer = keras.optimizers.SGD(0.05, momentum=0.9)
        self.optimizer.build(model.trainable_variables)
        self.epoch = 0

    @tf.function
    def step(self, x, y, level, epoch):
        n = tf.random.stateless_normal(tf.shape(x), [7, epoch])
        with tf.GradientTape() as tape:
            pred = self.model(x + level * n, training=True)
            loss = tf.reduce_mean(((pred - y) / 10.0) ** 2)
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply(grads)
        return loss

    def fit(self, x, y, epochs, batch):
        losses = []
        for self.epoch in range(epochs):
            self.noise.update(self.epoch)
            for i in range(0, len(x), batch):
                loss = self.step(x[i:i + batch], y[i:i + batch], self.noise.level, self.epoch)
            losses.append(float(loss))
        return losses


def main():
    x, y = spectra(256, 1)
    model = keras.Sequential([keras.Input((60,)), keras.layers.Dense(24, activation="tanh"),
                              keras.layers.Dense(1, bias_initializer=keras.initializers.Constant(15.0))])
    losses = Trainer(model, CosineNoise(0.3, 24)).fit(tf.constant(x), tf.constant(y), 24, 64)
    xt, yt = spectra(100, 2)
    error = np.abs(model(xt).numpy() - yt)
    print("loss", round(losses[0], 3), "->", round(losses[-1], 3))
    print("mean error", round(float(error.mean()), 1))


if __name__ == "__main__":
    main()
