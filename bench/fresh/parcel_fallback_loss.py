# planted: TFR304 a tensor-valued if in the loss handed to compile fails in graph mode and every trial falls back to eager training
# style: hyperparameter trials as dataclasses, functional Keras model, fallback to run_eagerly
from dataclasses import dataclass

import numpy as np
import tensorflow as tf
import keras


@dataclass
class Trial:
    width: int
    rate: float
    late_factor: float
    score: float = 0.0
    eager: bool = False


def parcels(count, seed):
    rng = np.random.default_rng(seed)
    distance = rng.gamma(2.0, 1.0, count)
    weight = rng.gamma(1.5, 1.0, count)
    depots = rng.integers(1, 5, count)
    days = 0.6 * distance + 0.4 * depots + 0.2 * weight + rng.exponential(0.4, count)
    return np.column_stack([distance, weight, depots]).astype("float32"), days.astype("float32")[:, None]


def lateness_loss(factor):
    def loss(y_true, y_pred):
        error = y_true - y_pred
        bias = tf.reduce_mean(error)
        if bias > 0:
            return factor * tf.reduce_mean(tf.abs(error))
        return tf.reduce_mean(tf.abs(error))
    return loss


def build(width):
    inputs = keras.Input((3,))
    h = keras.layers.Dense(width, activation="relu")(inputs)
    return keras.Model(inputs, keras.layers.Dense(1)(h))


def train(model, trial, x, y, **options):
    model.compile(optimizer=keras.optimizers.SGD(trial.rate), loss=lateness_loss(trial.late_factor), **options)
    return model.fit(x, y, epochs=4, batch_size=25, shuffle=False, verbose=0)


def run(trial, x, y, x_new, y_new):
    keras.utils.set_random_seed(trial.width)
    model = build(trial.width)
    try:
        train(model, trial, x, y)
    except Exception:
        trial.eager = True
        train(model, trial, x, y, run_eagerly=True)
    guess = model(x_new, training=False).numpy()
    trial.score = float(np.mean(np.abs(guess - y_new)))
    return trial


def main():
    x, y = parcels(250, seed=1)
    x_new, y_new = parcels(150, seed=2)
    trials = [Trial(width, rate, factor) for width in (8, 16) for rate in (0.01, 0.03) for factor in (1.5, 3.0)]
    for trial in sorted((run(t, x, y, x_new, y_new) for t in trials), key=lambda t: t.score):
        print("width %2d rate %.2f factor %.1f: days off %.3f"
              % (trial.width, trial.rate, trial.late_factor, trial.score))


if __name__ == "__main__":
    main()
