# planted: TFR501 tf.function around a function of the module, in the loop
# style: benchmark script
import time

import numpy as np
import tensorflow as tf


def pairwise(a):
    squares = tf.reduce_sum(a * a, axis=1)
    return squares[:, None] - 2 * tf.matmul(a, a, transpose_b=True) + squares[None, :]


def timed(function, argument):
    start = time.perf_counter()
    result = function(argument)
    return result, time.perf_counter() - start


rng = np.random.default_rng(1)
seconds = []
for run in range(5):
    points = tf.constant(rng.normal(size=(10, 2)), tf.float32)
    compiled = tf.function(pairwise)
    distances, elapsed = timed(compiled, points)
    seconds.append(elapsed)
    print(run, "%.4f" % tf.reduce_mean(distances).numpy())
assert len(seconds) == 5
