"""A one-mode string driven by a stick-slip bow."""
import math

import tensorflow as tf


class BowedString:
    damping = 30.0
    bow_speed = 0.2

    def __init__(self, rate):
        self.rate = rate

    def bow(self, pitch, n, pressure):
        return stroke(2.0 * math.pi * pitch / self.rate, n, pressure,
                      tf.constant(self.damping / self.rate), tf.constant(self.bow_speed))


def friction(slip):
    return tf.sign(slip) * tf.exp(-2.0 * tf.abs(slip)) * tf.tanh(3.0 * tf.abs(slip))


@tf.function
def stroke(omega, n_samples, pressure, loss, bow_speed):
    position, velocity = tf.constant(0.0), tf.constant(0.0)
    energy, peak = tf.constant(0.0), tf.constant(0.0)
    for _ in range(n_samples):
        force = pressure * friction(bow_speed - velocity)
        velocity = (velocity - omega * position + 0.4 * force) * (1.0 - loss)
        position = position + omega * velocity
        energy = energy + velocity * velocity
        peak = tf.maximum(peak, tf.abs(position))
    return energy / n_samples, peak
