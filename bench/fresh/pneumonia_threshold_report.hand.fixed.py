# planted: TFR101 the operating thresholds and the beta of the score are Python floats in the traced confusion helper
# style: evaluation report, functions with nested loops over thresholds, Keras classifier, dataclass rows
from dataclasses import dataclass

import numpy as np
import tensorflow as tf
import keras


@dataclass
class Operating:
    threshold: float
    sensitivity: float
    precision: float
    score: float


def scans(count, seed):
    rng = np.random.default_rng(seed)
    opacity = rng.gamma(2.0, 0.5, count)
    texture = rng.normal(size=(count, 3))
    age = rng.uniform(0.2, 0.9, count)
    ill = 1.5 * opacity + texture[:, 0] + age - 3.0 + rng.logistic(size=count) * 0.6 > 0
    return np.column_stack([opacity, texture, age]).astype("float32"), ill.astype("float32")[:, None]


def classifier():
    inputs = keras.Input((5,))
    h = keras.layers.Dense(16, activation="relu")(inputs)
    h = keras.layers.Dropout(0.1)(h)
    return keras.Model(inputs, keras.layers.Dense(1, activation="sigmoid")(h))


@tf.function
def confusion_scores(y, p, threshold, beta):
    flagged = tf.cast(p >= threshold, tf.float32)
    tp = tf.reduce_sum(flagged * y)
    fp = tf.reduce_sum(flagged * (1.0 - y))
    fn = tf.reduce_sum((1.0 - flagged) * y)
    sensitivity = tp / tf.maximum(tp + fn, 1.0)
    precision = tp / tf.maximum(tp + fp, 1.0)
    square = beta * beta
    score = (1.0 + square) * precision * sensitivity / tf.maximum(square * precision + sensitivity, 1e-6)
    return sensitivity, precision, score


def measure(y, p, threshold, beta):
    values = confusion_scores(y, p, tf.constant(threshold, tf.float32), tf.constant(beta, tf.float32))
    return Operating(threshold, *(float(v) for v in values))


def best_operating(y, p, beta, points):
    rows = [measure(y, p, t, beta) for t in points]
    return max(rows, key=lambda row: row.score)


def candidate_thresholds(p, count):
    return np.unique(np.quantile(p, np.linspace(0.05, 0.95, count)).round(3)).tolist()


def main():
    keras.utils.set_random_seed(79)
    x, y = scans(400, seed=79)
    x_new, y_new = scans(300, seed=80)
    model = classifier()
    model.compile(optimizer=keras.optimizers.Adam(0.01), loss="binary_crossentropy")
    model.fit(x, y, batch_size=50, epochs=10, verbose=0)
    p = model.predict(x, batch_size=400, verbose=0)
    p_new = model(x_new, training=False)
    points = candidate_thresholds(p, 45)
    y, p, y_new = tf.constant(y), tf.constant(p), tf.constant(y_new)
    for beta in (0.5, 1.0, 2.0):
        chosen = best_operating(y, p, beta, points)
        fresh = measure(y_new, p_new, chosen.threshold, beta)
        print("beta %.1f sensitivity %.2f precision %.2f score %.2f, new scans %.2f %.2f %.2f" % (
            beta, chosen.sensitivity, chosen.precision, chosen.score,
            fresh.sensitivity, fresh.precision, fresh.score))


if __name__ == "__main__":
    main()
