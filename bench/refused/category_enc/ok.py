import numpy as np
import tensorflow as tf

cities = ['paris', 'rome', 'oslo', 'rome', 'paris', 'wien']
lookup = tf.keras.layers.StringLookup()
lookup.adapt(cities)
enc = tf.keras.layers.CategoryEncoding(num_tokens=lookup.vocabulary_size(), output_mode='multi_hot')

i = tf.keras.Input((1,), dtype='string')
model = tf.keras.Model(i, tf.keras.layers.Dense(1)(enc(lookup(i))))
price = {}
for city in sorted(set(cities)):
    pp = model.predict(tf.constant([[city]]), verbose=0)
    price[city] = float(pp[0, 0])
print(price)
