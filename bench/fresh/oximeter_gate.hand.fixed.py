# planted: TFR304 TFR505 the model's call tests a tensor with if, so everything was made to run eagerly
# style: subclassed Keras model, fit and evaluate
"""Oxygen saturation from red and infrared pulse waves, robust to finger motion."""
import numpy as np
import tensorflow as tf
import keras
from keras import layers

keras.utils.set_random_seed(19)

SAMPLES = 50


def pulse_waves(n, seed):
    rng = np.random.default_rng(seed)
    t = np.linspace(0.0, 2.0, SAMPLES)[None, :]
    saturation = rng.uniform(82.0, 100.0, (n, 1))
    ratio = (110.0 - saturation) / 25.0
    rate = rng.uniform(0.9, 1.8, (n, 1))
    beat = np.sin(2.0 * np.pi * rate * t) + 0.3 * np.sin(4.0 * np.pi * rate * t)
    motion = rng.exponential(0.15, (n, 1)) * np.cumsum(rng.normal(0.0, 1.0, (n, SAMPLES)), axis=1) / 5.0
    red = ratio * beat + motion + rng.normal(0.0, 0.03, (n, SAMPLES))
    infrared = beat + motion + rng.normal(0.0, 0.03, (n, SAMPLES))
    waves = np.stack([red, infrared], axis=-1).astype("float32")
    return waves, ((saturation - 90.0) / 10.0).astype("float32")


class Oximeter(keras.Model):
    def __init__(self, units=16, motion_limit=0.4):
        super().__init__()
        self.features = layers.Dense(units, activation="relu")
        self.hidden = layers.Dense(units, activation="relu")
        self.out = layers.Dense(1)
        self.motion_limit = motion_limit

    def amplitude(self, waves):
        centred = waves - tf.reduce_mean(waves, axis=1, keepdims=True)
        spread = tf.math.reduce_std(centred, axis=1)
        power = tf.sqrt(tf.reduce_mean(tf.abs(tf.signal.rfft(tf.transpose(centred, [0, 2, 1])))[:, :, 1:9], -1))
        return tf.concat([spread, power, spread[:, :1] / (spread[:, 1:] + 1e-3)], axis=1)

    def call(self, waves):
        slow = tf.nn.avg_pool1d(waves, 15, 1, "SAME")
        motion = tf.reduce_mean(tf.math.reduce_std(slow, axis=1))
        waves = tf.where(motion > self.motion_limit, waves - slow, waves)
        x = self.features(self.amplitude(waves))
        return self.out(self.hidden(x))


def main():
    x, y = pulse_waves(384, seed=1)
    model = Oximeter()
    model.compile(optimizer=keras.optimizers.Adam(1e-2), loss="mse")
    history = model.fit(x, y, batch_size=32, epochs=7, shuffle=False, verbose=0)
    x_test, y_test = pulse_waves(128, seed=2)
    error = model.evaluate(x_test, y_test, batch_size=32, verbose=0)
    losses = history.history["loss"]
    print("epochs", len(losses))
    print("loss %.2f -> %.2f" % (losses[0], losses[-1]))
    print("test error %.1f percent points" % (10.0 * float(np.sqrt(error))))


if __name__ == "__main__":
    main()
