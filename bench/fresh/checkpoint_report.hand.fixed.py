# planted: TFR106 each restored checkpoint is a model object of its own, all go through one compiled evaluation
# style: evaluation script over saved weights in a temporary directory, metrics in a dict
import os
import tempfile

import numpy as np
import tensorflow as tf
from tensorflow import keras


def spirals(n, seed):
    rng = np.random.default_rng(seed)
    label = rng.integers(0, 2, n)
    r = rng.uniform(0.2, 1.0, n)
    phi = 4.0 * r + np.pi * label + rng.normal(0, 0.15, n)
    return np.stack([r * np.cos(phi), r * np.sin(phi)], 1).astype("float32"), label.astype("float32")


def make_model():
    return keras.Sequential([
        keras.Input((2,)),
        keras.layers.Dense(24, activation="tanh"),
        keras.layers.Dense(24, activation="tanh"),
        keras.layers.Dense(1),
    ])


@tf.function
def evaluate(model, x, y):
    logits = model(x, training=False)[:, 0]
    p = tf.sigmoid(logits)
    accuracy = tf.reduce_mean(tf.cast((p > 0.5) == (y > 0.5), tf.float32))
    brier = tf.reduce_mean((p - y) ** 2)
    return {"accuracy": accuracy, "brier": brier, "confident": tf.reduce_mean(tf.abs(p - 0.5))}


def train(folder, epochs=24, every=3):
    x, y = spirals(400, seed=1)
    model = make_model()
    model.compile(keras.optimizers.Adam(0.02), keras.losses.BinaryCrossentropy(from_logits=True))
    paths = []
    for epoch in range(0, epochs, every):
        model.fit(x, y, epochs=every, batch_size=50, shuffle=False, verbose=0)
        path = os.path.join(folder, f"epoch_{epoch + every:02d}.weights.h5")
        model.save_weights(path)
        paths.append(path)
    return paths


def report(paths):
    x, y = map(tf.constant, spirals(300, seed=2))
    results = {}
    model = make_model()
    for path in paths:
        model.load_weights(path)
        results[os.path.basename(path)[:8]] = {k: float(v) for k, v in evaluate(model, x, y).items()}
    return results


if __name__ == "__main__":
    keras.utils.set_random_seed(21)
    with tempfile.TemporaryDirectory() as folder:
        results = report(train(folder))
    for name, metrics in results.items():
        print(name, "  ".join(f"{k} {v:.3f}" for k, v in metrics.items()))
    best = min(results, key=lambda n: results[n]["brier"])
    print("best checkpoint:", best)
