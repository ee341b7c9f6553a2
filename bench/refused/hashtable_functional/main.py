import numpy as np
import tensorflow as tf

names = ['apple', 'banana', 'cherry', 'date']
init = tf.lookup.KeyValueTensorInitializer(names, tf.range(len(names), dtype=tf.int64))
table = tf.lookup.StaticHashTable(init, default_value=-1)

item = tf.keras.Input(shape=(1,), dtype=tf.string, name='item')
ids = table.lookup(item)
vec = tf.keras.layers.Embedding(len(names) + 1, 3)(ids + 1)
score = tf.keras.layers.Dense(1, activation='sigmoid')(tf.keras.layers.Flatten()(vec))
model = tf.keras.Model(item, score)

for n in names:
    s = model(tf.constant([[n]]))
    print(n, float(s[0, 0]))
