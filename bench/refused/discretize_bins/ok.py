import numpy as np
import tensorflow as tf

m = tf.keras.Sequential([
    tf.keras.layers.Discretization(bin_boundaries=[20, 40, 60]),
    tf.keras.layers.Embedding(4, 3),
    tf.keras.layers.Flatten(),
    tf.keras.layers.Dense(1, activation='sigmoid')])
m.compile('adam', 'binary_crossentropy')
m.fit(np.random.uniform(0, 90, (30, 1)), np.random.randint(0, 2, 30), verbose=0)
for age in range(10, 90, 10):
    risk = m.predict(np.array([[age]]), verbose=0)[0, 0]
    print(age, risk)
