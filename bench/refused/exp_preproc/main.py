import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.keras.layers.experimental import preprocessing

horsepower = np.random.uniform(50, 230, 100)
mpg = 45 - 0.12 * horsepower + np.random.randn(100)

horsepower_normalizer = preprocessing.Normalization(axis=None)
horsepower_normalizer.adapt(horsepower)

linear = tf.keras.Sequential([
    horsepower_normalizer,
    layers.Dense(units=1)
])
linear.compile(optimizer=tf.keras.optimizers.Adam(learning_rate=0.1), loss='mean_absolute_error')
linear.fit(horsepower[:, None], mpg, epochs=3, verbose=0)

curve = []
for hp in range(50, 200, 15):
    yp = linear.predict(np.array([[hp]]), verbose=0)
    curve.append((hp, yp[0, 0]))
print(curve)
