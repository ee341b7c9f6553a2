# planted: TFR201 batches padded to the longest sentence of each
# style: data generator, Keras layers
import numpy as np
import tensorflow as tf

SENTENCES = [
    "the cat sat",
    "a dog barked at the cat",
    "rain",
    "we went to the old house by the sea",
    "she sang a song",
    "no one knew why he left so early that day",
]
WORDS = {w: i + 1 for i, w in enumerate(sorted({w for s in SENTENCES for w in s.split()}))}

tf.keras.utils.set_random_seed(0)
embedding = tf.keras.layers.Embedding(len(WORDS) + 1, 6)
embedding.build((None, None))


def padded(sentences):
    ids = [[WORDS[w] for w in s.split()] for s in sentences]
    longest = max(len(row) for row in ids)
    return np.array([row + [0] * (longest - len(row)) for row in ids], dtype=np.int32)


@tf.function
def encode(tokens):
    mask = tf.cast(tokens > 0, tf.float32)[..., tf.newaxis]
    return tf.reduce_sum(embedding(tokens) * mask, axis=1) / tf.reduce_sum(mask, axis=1)


for i in range(0, len(SENTENCES), 2):
    tokens = padded(SENTENCES[i : i + 2])
    vectors = encode(tf.constant(tokens))
    print(tokens.shape, np.round(vectors.numpy().sum(axis=1), 4))
