# planted: TFR602 the model is compiled again for every stage of the robust loss
# style: small classes, Keras train_on_batch loop
"""Canopy height from lidar returns; the Huber loss gets tighter in stages."""
import numpy as np
import tensorflow as tf
import keras
from keras import layers

keras.utils.set_random_seed(44)


class Huber(keras.losses.Loss):
    def __init__(self, delta):
        super().__init__(name="huber")
        self.delta = tf.Variable(delta, trainable=False, dtype=tf.float32)

    def call(self, y_true, y_pred):
        error = tf.abs(y_true - y_pred)
        quadratic = tf.minimum(error, self.delta)
        return 0.5 * quadratic ** 2 + self.delta * (error - quadratic)


class ReturnStats:
    """Quantiles of the returns over a 20 m cell, and the height on the ground."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.mix = self.rng.normal(0.0, 1.0, 8)

    def draw(self, n):
        height = self.rng.gamma(4.0, 4.0, (n, 1))
        quantiles = height * np.linspace(0.2, 0.95, 8) + self.rng.normal(0.0, 0.6, (n, 8))
        birds = self.rng.uniform(size=(n, 1)) < 0.06
        target = np.where(birds, height + self.rng.uniform(20, 40, (n, 1)), height)
        return (quantiles / 20.0).astype("float32"), (target / 10.0).astype("float32")


def build():
    return keras.Sequential([
        keras.Input((8,)),
        layers.Dense(24, activation="relu"),
        layers.Dense(24, activation="relu"),
        layers.Dense(1),
    ])


class StagedTraining:
    def __init__(self, model, deltas, rate, batch_size=64):
        self.model = model
        self.deltas = deltas
        self.rate = rate
        self.batch_size = batch_size
        self.log = []

    def run_stage(self, x, y):
        losses = []
        for start in range(0, len(x), self.batch_size):
            part = slice(start, start + self.batch_size)
            losses.append(float(self.model.train_on_batch(x[part], y[part])))
        self.log.append(np.mean(losses))

    def run(self, x, y):
        loss = Huber(self.deltas[0])
        self.model.compile(optimizer=keras.optimizers.SGD(self.rate), loss=loss)
        for delta in self.deltas:
            loss.delta.assign(delta)
            self.run_stage(x, y)


def main():
    source = ReturnStats(seed=44)
    x, y = source.draw(1024)
    x_test, _ = source.draw(256)
    training = StagedTraining(build(), deltas=np.geomspace(3.0, 0.3, 12).tolist(), rate=0.05)
    training.run(x, y)
    heights = 10.0 * training.model(x_test, training=False).numpy()
    print("stages", len(training.log))
    print("mean height %.1f m" % heights.mean())
    print("bias under 4 m:", bool(abs(heights.mean() - 16.0) < 4.0))
    print("stage losses below 0.5:", int(np.sum(np.array(training.log[1:]) < 0.5)))


if __name__ == "__main__":
    main()
