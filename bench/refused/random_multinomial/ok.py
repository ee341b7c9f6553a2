import tensorflow as tf
import numpy as np


def pick(logits):
    return int(tf.random.categorical(logits, num_samples=1)[0, 0])


V = 11
lm = tf.keras.Sequential([tf.keras.layers.Embedding(V, 6), tf.keras.layers.SimpleRNN(6), tf.keras.layers.Dense(V)])
# the opening word is drawn from the unigram counts
counts = np.random.randint(1, 9, (1, V))
tokens = [pick(tf.math.log(tf.cast(counts, tf.float32)))]
while len(tokens) < 12:
    dist = lm(np.array([tokens[-4:]]))
    tokens.append(int(np.argmax(dist[0])))
print(tokens)
