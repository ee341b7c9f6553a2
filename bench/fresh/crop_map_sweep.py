# planted: TFR106 TFR603 each trial of a hyperparameter sweep builds a model and an optimizer and passes both to one traced step
# style: hyperparameter loop, Keras models, own training step as a module function
"""Remote sensing: tune a small crop classifier on satellite time series."""
import itertools

import keras
import numpy as np
import tensorflow as tf

CROPS = ["wheat", "maize", "beet"]


def fields(count, seed):
    rng = np.random.default_rng(seed)
    t = np.linspace(0, 1, 14)
    label = rng.integers(0, 3, count)
    peak = np.array([0.4, 0.6, 0.65])[label] + rng.normal(0, 0.03, count)
    width = np.array([0.02, 0.015, 0.05])[label]
    ndvi = 0.2 + 0.6 * np.exp(-((t - peak[:, None]) ** 2) / width[:, None])
    ndvi += rng.normal(0, 0.08, ndvi.shape)
    return tf.constant(ndvi - 0.5, tf.float32), tf.constant(label)


def build_model():
    return keras.Sequential([
        keras.Input((14,)),
        keras.layers.Dense(20, activation="relu", kernel_initializer=keras.initializers.GlorotUniform(4)),
        keras.layers.Dense(3, kernel_initializer=keras.initializers.GlorotUniform(5)),
    ])


@tf.function
def train_step(model, optimizer, x, y, smoothing):
    target = tf.one_hot(y, 3) * (1.0 - smoothing) + smoothing / 3.0
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(target, logits))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply(grads, model.trainable_variables)
    return loss


def run_trial(rate, smoothing, train, valid, steps=25, batch=50):
    x, y = train
    model = build_model()
    optimizer = keras.optimizers.Adam(rate)
    optimizer.build(model.trainable_variables)
    for step in range(steps):
        at = (step * batch) % len(x)
        train_step(model, optimizer, x[at:at + batch], y[at:at + batch], tf.constant(smoothing))
    logits = model(valid[0], training=False)
    hits = tf.argmax(logits, 1, output_type=tf.int64) == tf.cast(valid[1], tf.int64)
    return float(tf.reduce_mean(tf.cast(hits, tf.float32)))


def main():
    train, valid = fields(300, 1), fields(200, 2)
    scores = {}
    for rate, smoothing in itertools.product([0.003, 0.01, 0.03, 0.1], [0.0, 0.1, 0.2]):
        scores[rate, smoothing] = run_trial(rate, smoothing, train, valid)
    best = max(scores, key=scores.get)
    print("trials", len(scores))
    print("best", best, round(scores[best], 3))
    print("mean", round(float(np.mean(list(scores.values()))), 3))


if __name__ == "__main__":
    main()
