# planted: TFR101 the elapsed wall-clock time goes as a Python float into the traced fusion at every tick
# style: data pipeline, streaming aggregation with timestamps, deque buffers
"""Fuse wind-farm telemetry: fresh readings count more than old ones."""
import time
from collections import deque

import numpy as np
import tensorflow as tf

TURBINES = 12
KEEP = 16


class Clock:
    def __init__(self):
        self.start = time.perf_counter()

    def elapsed(self):
        return time.perf_counter() - self.start


@tf.function
def fuse(readings, stamps, now, half_life):
    age = tf.maximum(now - stamps, 0.0)
    weight = tf.pow(0.5, age / half_life)[:, None]
    mean = tf.reduce_sum(weight * readings, 0) / tf.reduce_sum(weight)
    centred = readings - mean
    cov = tf.matmul(centred, weight * centred, transpose_a=True) / tf.reduce_sum(weight)
    shrunk = 0.8 * cov + 0.2 * tf.linalg.diag(tf.linalg.diag_part(cov)) + 0.01 * tf.eye(TURBINES)
    precision = tf.linalg.inv(shrunk)
    best = tf.reduce_sum(precision @ mean[:, None]) / tf.reduce_sum(precision)
    return mean, best


class Buffer:
    def __init__(self, clock):
        self.clock = clock
        self.rows = deque(maxlen=KEEP)

    def push(self, age, row):
        self.rows.append((self.clock.elapsed() - age, row))

    def arrays(self):
        stamps, rows = zip(*self.rows)
        return tf.constant(stamps, tf.float32), tf.constant(np.stack(rows), tf.float32)


def stream(ticks, seed):
    rng = np.random.default_rng(seed)
    common = 8.0
    for tick in range(ticks):
        common += rng.normal(0, 0.2)
        yield 3600.0 * (ticks - tick), common + rng.normal(0, 0.6, TURBINES)


def main():
    clock = Clock()
    buffer = Buffer(clock)
    half_life = tf.constant(4 * 3600.0)
    estimates = []
    for age, row in stream(60, 40):
        buffer.push(age, row)
        if len(buffer.rows) < KEEP:
            continue
        stamps, rows = buffer.arrays()
        mean, best = fuse(rows, stamps, clock.elapsed(), half_life)
        estimates.append(float(best))
    print("estimates", len(estimates))
    print("first", round(estimates[0], 2), "last", round(estimates[-1], 2))
    print("farm mean", round(float(tf.reduce_mean(mean)), 2))


if __name__ == "__main__":
    main()
