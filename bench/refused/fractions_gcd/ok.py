from math import gcd
import numpy as np
import tensorflow as tf

width, height = 24, 18
tile = gcd(width, height)
img = np.random.rand(height, width).astype('float32')
model = tf.keras.Sequential([tf.keras.layers.Dense(5, activation='relu', input_shape=(tile * tile,)),
                             tf.keras.layers.Dense(1, activation='sigmoid')])
heat = []
for y in range(0, height, tile):
    for x in range(0, width, tile):
        o = model(np.reshape(img[y:y + tile, x:x + tile], (1, -1)))
        heat.append(round(float(o[0, 0]), 2))
print(heat)
