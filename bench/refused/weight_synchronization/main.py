import numpy as np
import tensorflow as tf
from capsule import Scale

i = tf.keras.Input((5,))
m = tf.keras.Model(i, tf.keras.layers.Dense(1)(Scale()(i)))
m.compile('adam', 'mse')
x = np.random.rand(20, 5)
m.fit(x, x.sum(1), verbose=0)
residual = []
for a in x:
    residual.append(a.sum() - m.predict(a[None], verbose=0)[0, 0])
print(np.std(residual))
