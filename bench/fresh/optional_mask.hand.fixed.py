# optional_mask, cured.
import numpy as np
import tensorflow as tf


@tf.function
def attention(query, key, value, mask):
    depth = tf.cast(tf.shape(key)[-1], tf.float32)
    scores = tf.matmul(query, key, transpose_b=True) / tf.sqrt(depth)
    scores += (1.0 - mask) * -1e9
    return tf.matmul(tf.nn.softmax(scores), value)


def look_ahead_mask(length):
    return tf.linalg.band_part(tf.ones([length, length]), -1, 0)


def layer(x, causal):
    length = x.shape[0]
    mask = look_ahead_mask(length) if causal else tf.ones([length, length])
    return x + attention(x, x, x, mask)


def encode_decode(x, depth):
    for level in range(depth):
        x = layer(x, causal=level % 2 == 1)
        yield level, x


rng = np.random.RandomState(6)
sequence = tf.constant(rng.randn(5, 4).astype(np.float32))
for level, x in encode_decode(sequence, depth=4):
    kind = "causal" if level % 2 else "full"
    print(level, kind, "norm %.3f" % float(tf.norm(x)), np.round(x[0].numpy(), 3))
