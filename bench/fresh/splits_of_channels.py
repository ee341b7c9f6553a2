# planted: TFR101 the number of parts of a split
# no automatic cure: the number of outputs is part of the graph
# style: functional with a list comprehension
import numpy as np
import tensorflow as tf


@tf.function
def grouped_norm(x, groups):
    parts = tf.split(x, groups, axis=-1)
    return tf.concat([part / (tf.norm(part, axis=-1, keepdims=True) + 1e-6) for part in parts], axis=-1)


x = tf.constant(np.random.default_rng(0).normal(size=(2, 12)).astype(np.float32))
for groups in (1, 2, 3, 4, 6, 12):
    print(groups, f"{float(tf.reduce_sum(grouped_norm(x, groups))):.4f}")
