# planted: TFR502 a callback wraps its gradient function in tf.function at the end of every epoch
# style: Keras functional model, compile/fit, custom callback
"""Gradient noise scale (McCandlish et al.) measured while a small classifier trains."""
import numpy as np
import tensorflow as tf
from tensorflow import keras


class GradientNoiseScale(keras.callbacks.Callback):
    """Estimates trace(Sigma)/|G|^2 from small-batch and large-batch gradients."""

    def __init__(self, x, y, small=8, probes=6, seed=0):
        super().__init__()
        self.x, self.y = x, y
        self.small, self.probes = small, probes
        self.rng = np.random.default_rng(seed)
        self.history = []

    def flat_gradient(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(
                keras.losses.sparse_categorical_crossentropy(y, self.model(x, training=False)))
        grads = tape.gradient(loss, self.model.trainable_variables)
        return tf.concat([tf.reshape(g, [-1]) for g in grads], 0)

    def on_epoch_end(self, epoch, logs=None):
        gradient = tf.function(self.flat_gradient)
        full = gradient(self.x, self.y).numpy()
        squares = []
        for _ in range(self.probes):
            idx = self.rng.integers(len(self.x), size=self.small)
            g = gradient(self.x[idx], self.y[idx]).numpy()
            squares.append(np.sum(g ** 2))
        big, small = len(self.x), self.small
        g2 = np.sum(full ** 2)
        signal = (big * g2 - small * np.mean(squares)) / (big - small)
        noise = (np.mean(squares) - g2) / (1 / small - 1 / big)
        self.history.append(noise / max(signal, 0.1 * g2))


def blobs(n, seed):
    rng = np.random.default_rng(seed)
    labels = rng.integers(3, size=n)
    centres = np.array([[0, 2], [2, -1], [-2, -1]])
    return (centres[labels] + rng.normal(0, 0.9, (n, 2))).astype("float32"), labels


def build(hidden=16):
    inputs = keras.Input((2,), name="point")
    h = keras.layers.Dense(hidden, activation="tanh")(inputs)
    outputs = keras.layers.Dense(3, activation="softmax")(h)
    model = keras.Model(inputs, outputs)
    model.compile(keras.optimizers.SGD(0.1), "sparse_categorical_crossentropy", metrics=["accuracy"])
    return model


def main():
    keras.utils.set_random_seed(31)
    x, y = blobs(256, 1)
    model = build()
    probe = GradientNoiseScale(x, y)
    history = model.fit(x, y, batch_size=32, epochs=12, shuffle=False, verbose=0, callbacks=[probe])
    print("accuracy", round(history.history["accuracy"][-1], 2))
    for epoch in (0, 4, 11):
        print(f"epoch {epoch}: noise scale {probe.history[epoch]:.1f}")


if __name__ == "__main__":
    main()
