# compile_per_rate, cured.
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(4)
x = np.random.rand(32, 3).astype("float32")
y = x.sum(axis=1)
model = tf.keras.Sequential([tf.keras.layers.Input((3,)), tf.keras.layers.Dense(1)])

model.compile(optimizer=tf.keras.optimizers.SGD(), loss="mse")
for rate in (0.1, 0.05, 0.01):
    model.optimizer.learning_rate = rate
    history = model.fit(x, y, epochs=1, batch_size=8, shuffle=False, verbose=0)
    print(rate, round(history.history["loss"][-1], 5))
