"""Fit a line for more and more steps, and look at it."""

import tensorflow as tf
from evaluation import errors
from notes import NOTES, note

weights = tf.Variable([[0.0], [0.0]])


@tf.function
def fit(x, y, steps):
    for _ in range(steps):
        error = tf.matmul(x, weights) - y
        weights.assign_sub(0.05 * tf.matmul(x, error, transpose_a=True))


@tf.function
def prediction(x, row):
    note("a prediction")
    return tf.matmul(x, weights)[row]


x = tf.stack([tf.linspace(-1.0, 1.0, 8), tf.ones([8])], axis=1)
y = tf.matmul(x, [[2.0], [1.0]])
for steps in (10, 20, 40):
    fit(x, y, steps)
    print(steps, "steps:", weights.numpy().ravel())
for row in (0, 3, 7):
    print("prediction:", prediction(x, row).numpy())
print("errors:", errors(x, y, weights))
# The notes are taken while TensorFlow traces: a fix that ends the retracing changes their number.
print(len(NOTES), "notes")
