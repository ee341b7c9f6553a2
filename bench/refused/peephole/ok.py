import tensorflow as tf
import numpy as np

cell = tf.keras.layers.LSTMCell(6)
model = tf.keras.Sequential([tf.keras.layers.Input((5, 3)), tf.keras.layers.RNN(cell), tf.keras.layers.Dense(3)])
stroke = np.zeros((5, 3))
for i in range(12):
    pen = model.predict(stroke[None], verbose=0)
    pen = pen + .1 * np.random.randn(1, 3)
    stroke = np.concatenate([stroke[1:], pen])
print(stroke)
