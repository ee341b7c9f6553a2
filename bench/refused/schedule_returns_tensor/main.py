import tensorflow as tf
import numpy as np


def scheduler(epoch, lr):
    if epoch < 1:
        return lr
    else:
        return lr * tf.math.exp(-0.1)


model = tf.keras.models.Sequential([tf.keras.layers.Dense(10), tf.keras.layers.Dense(2)])
model.compile(tf.keras.optimizers.SGD(0.01), loss='mse')
callback = tf.keras.callbacks.LearningRateScheduler(scheduler)
history = model.fit(np.arange(100).reshape(5, 20) / 100., np.zeros((5, 2)), epochs=3, callbacks=[callback], verbose=0)
path = [np.zeros(2)]
for t in range(8):
    inp = tf.random.normal((1, 20))
    y = model(inp)
    path.append(path[-1] + y.numpy()[0])
print(np.array(path)[-1])
