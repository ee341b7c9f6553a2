import random
import numpy as np
import tensorflow as tf

BATCH_SIZE = 6
x_data = np.random.rand(30, 4).astype(np.float32)
y_data = (x_data ** 2).sum(axis=1, keepdims=True)
indices = list(range(len(x_data)))
random.shuffle(indices)
split = int(len(indices) * 0.8)
tr, te = indices[:split], indices[split:]

net = tf.keras.models.Sequential()
net.add(tf.keras.layers.Dense(8, activation='relu', input_dim=4))
net.add(tf.keras.layers.Dense(1))
net.compile(optimizer='adam', loss='mse')
for it in range(5):
    b = random.sample(tr, BATCH_SIZE)
    cost = net.train_on_batch(x_data[b], y_data[b])
    if it % 2 == 0:
        print('iter', it, 'cost', cost)
