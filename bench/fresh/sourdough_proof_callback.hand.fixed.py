"""Bread volume from starter and dough readings, with a callback that follows which reading drives the crumb."""
import keras
import numpy as np
import tensorflow as tf

READINGS = ("hydration", "starter_age", "dough_temp", "salt", "proof_hours")


def bakes(n, rng):
    raw = np.column_stack([
        rng.uniform(0.6, 0.85, n), rng.uniform(2, 14, n), rng.uniform(20, 29, n),
        rng.uniform(0.015, 0.025, n), rng.uniform(2, 9, n)])
    z = (raw - raw.mean(0)) / raw.std(0)
    volume = 1.5 * np.tanh(z[:, 4] + 0.6 * z[:, 2]) - 0.5 * z[:, 1] ** 2 * 0.3 + 0.4 * z[:, 0] - 0.1 * z[:, 3]
    return z.astype("float32"), (volume + 0.1 * rng.normal(size=n)).astype("float32")


class Sensitivity(keras.callbacks.Callback):
    def __init__(self, probe):
        super().__init__()
        self.probe = tf.constant(probe)
        self.history = []

    def on_train_begin(self, logs=None):
        network = self.model

        @tf.function
        def slopes(x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                total = tf.reduce_sum(network(x, training=False))
            return tf.reduce_mean(tf.abs(tape.gradient(total, x)), axis=0)

        self.slopes = slopes

    def on_epoch_end(self, epoch, logs=None):
        self.history.append(self.slopes(self.probe).numpy())

    @property
    def leading(self):
        return [READINGS[int(row.argmax())] for row in self.history]


def dough_net():
    return keras.Sequential([
        keras.Input((len(READINGS),)),
        keras.layers.Dense(16, activation="swish"),
        keras.layers.Dense(8, activation="swish"),
        keras.layers.Dense(1),
    ])


def main():
    keras.utils.set_random_seed(1849)
    rng = np.random.default_rng(1849)
    x, y = bakes(480, rng)
    follow = Sensitivity(x[:64])
    model = dough_net()
    model.compile(keras.optimizers.Adam(0.01), "mse")
    fit = model.fit(x, y, epochs=9, batch_size=32, shuffle=False, verbose=0, callbacks=[follow])
    print("loss", round(fit.history["loss"][0], 2), "->", round(fit.history["loss"][-1], 2))
    print("first leading reading:", follow.leading[0])
    print("last leading reading:", follow.leading[-1])
    print("final sensitivities", np.round(follow.history[-1], 2))


if __name__ == "__main__":
    main()
