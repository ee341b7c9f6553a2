"""Cyclical stochastic gradient Langevin dynamics for a bimodal regression weight."""
import math

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(40)
N = 200
x_data = tf.constant(rng.uniform(-1, 1, N), tf.float32)
y_data = tf.constant(np.abs(1.5 * x_data.numpy()) + 0.2 * rng.standard_normal(N), tf.float32)


def log_posterior(w):
    mean = tf.abs(w[:, :1] * x_data + w[:, 1:] * x_data ** 3)
    misfit = tf.reduce_sum((y_data - mean) ** 2, axis=1) / (2 * 0.2 ** 2)
    return -misfit - 0.5 * tf.reduce_sum(w ** 2, axis=1)


def cosine_cycles(total, cycles, top):
    """Yields the step size and how far the current cycle has come."""
    length = math.ceil(total / cycles)
    for k in range(total):
        position = (k % length) / length
        yield 0.5 * top * (math.cos(math.pi * position) + 1.0), position


@tf.function
def sgld_step(w, noise, step_size, position):
    with tf.GradientTape() as tape:
        tape.watch(w)
        value = tf.reduce_sum(log_posterior(w))
    drift = tape.gradient(value, w)
    w = w + 0.5 * step_size * drift
    if position >= 0.5:
        # sampling stage: only the second half of a cycle is noisy
        w = w + tf.sqrt(step_size) * noise
    return w


def run(chains=16, total=90, cycles=3, top=1e-3):
    w = tf.constant(rng.standard_normal((chains, 2)), tf.float32)
    samples = []
    for step_size, position in cosine_cycles(total, cycles, top):
        noise = tf.constant(rng.standard_normal((chains, 2)), tf.float32)
        w = sgld_step(
            w, noise, tf.constant(step_size, tf.float32), tf.constant(position, tf.float32))
        if position >= 0.8:
            samples.append(w.numpy())
    return np.concatenate(samples)


def summarise(samples):
    sign = np.sign(samples[:, 0])
    yield "samples", len(samples)
    yield "share of the positive mode", round(float((sign > 0).mean()), 2)
    yield "mean |w0|", round(float(np.abs(samples[:, 0]).mean()), 2)
    yield "mean |w1|", round(float(np.abs(samples[:, 1]).mean()), 2)


if __name__ == "__main__":
    for label, value in summarise(run()):
        print(f"{label}: {value}")
