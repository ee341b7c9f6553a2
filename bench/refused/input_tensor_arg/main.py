import time
import numpy as np
import tensorflow as tf

inp = tf.keras.layers.Input(tensor=tf.zeros((1, 8, 8, 3)))
h = tf.keras.layers.DepthwiseConv2D(3, activation='relu')(inp)
h = tf.keras.layers.GlobalAveragePooling2D()(h)
student = tf.keras.Model(inp, tf.keras.layers.Dense(5)(h))

frames = tf.constant(np.random.rand(20, 8, 8, 3), tf.float32)
t0 = time.perf_counter()
for k in range(20):
    bench = student(frames[k][None])
print('%.2f ms/frame' % ((time.perf_counter() - t0) * 50), bench.shape)
