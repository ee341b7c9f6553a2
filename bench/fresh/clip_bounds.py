# planted: TFR103 a tuple of two floats that changes with the epoch
# style: script, tuple parameter
import numpy as np
import tensorflow as tf


@tf.function
def clip_and_sum(values, bounds):
    low, high = bounds
    return tf.reduce_sum(tf.clip_by_value(values, low, high))


values = tf.constant(np.random.default_rng(3).normal(0, 3, size=50).astype(np.float32))
for epoch in range(6):
    limit = 0.5 + 0.5 * epoch
    total = clip_and_sum(values, (-limit, limit))
    print(epoch, f"{float(total):.4f}")
