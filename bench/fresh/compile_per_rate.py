# planted: TFR602 compile in a loop over learning rates, fit after each
# style: Keras compile and fit
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(4)
x = np.random.rand(32, 3).astype("float32")
y = x.sum(axis=1)
model = tf.keras.Sequential([tf.keras.layers.Input((3,)), tf.keras.layers.Dense(1)])

for rate in (0.1, 0.05, 0.01):
    model.compile(optimizer=tf.keras.optimizers.SGD(rate), loss="mse")
    history = model.fit(x, y, epochs=1, batch_size=8, shuffle=False, verbose=0)
    print(rate, round(history.history["loss"][-1], 5))
