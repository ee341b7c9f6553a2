"""Scores of candidates."""
import tensorflow as tf


@tf.function
def _score(model, x):
    return model(x, training=False) - 0.01 * tf.reduce_sum(x * x, axis=1, keepdims=True)


def score_batch(model, rows):
    return _score(model, tf.convert_to_tensor(rows)).numpy()
