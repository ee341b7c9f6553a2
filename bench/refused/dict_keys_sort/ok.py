import tensorflow as tf
import numpy as np

freq = {}
for w in 'a rose is a rose is a rose said she'.split():
    freq[w] = freq.get(w, 0) + 1
vocab = list(freq.keys())
vocab.sort()
index = {w: i for i, w in enumerate(vocab)}
model = tf.keras.Sequential([tf.keras.layers.Embedding(len(index), 4), tf.keras.layers.GRU(5), tf.keras.layers.Dense(len(index))])
ids = [index['a']]
for _ in range(8):
    logits = model(tf.constant([ids]))
    ids.append(int(tf.argmax(logits[0])))
print([sorted(index)[i] for i in ids])
