import numpy as np
import tensorflow as tf


def grid(lo, hi, spacing):
    return np.linspace(lo, hi, (hi - lo) / spacing)


bend = tf.keras.Sequential([tf.keras.layers.Dense(10, activation='tanh', input_shape=(1,)), tf.keras.layers.Dense(1)])
bend.compile('adam', 'mse')
axis = grid(-1., 1., 0.1)
bend.fit(axis[:, None], axis[:, None] ** 2, verbose=0)
surface = []
for a in axis:
    pt = np.array([[a]], dtype='float32')
    h = bend(pt)
    surface.append(h.numpy().item())
print(max(surface))
