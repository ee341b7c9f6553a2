"""How good the line is."""

import tensorflow as tf


@tf.function(experimental_relax_shapes=True)
def error_of_row(x, y, weights, row):
    return tf.square(tf.matmul(x, weights) - y)[row]


def errors(x, y, weights):
    return [error_of_row(x, y, weights, row).numpy() for row in range(4)]
