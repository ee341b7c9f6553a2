"""Losses of directions: angles between unit vectors, and a robust form of them."""

import tensorflow as tf


def unit(vectors):
    return tf.math.l2_normalize(vectors, axis=-1)


def angular_error(true, guessed):
    cosine = tf.reduce_sum(unit(true) * unit(guessed), axis=-1)
    return tf.acos(tf.clip_by_value(cosine, -0.99999, 0.99999))


@tf.function
def _robust_angle(true, guessed, width):
    angle = angular_error(true, guessed)
    square = 0.5 * angle**2 / width
    linear = angle - 0.5 * width
    return tf.reduce_mean(tf.where(angle < width, square, linear))


def robust_angle(width):
    """Return a loss that is square near zero and linear beyond a width, in radians."""
    width = tf.constant(width, tf.float32)
    return lambda true, guessed: _robust_angle(true, guessed, width)


LOSSES = {"robust_angle": robust_angle}


def make_loss(name, **options):
    return LOSSES[name](**options)
