import numpy as np
import tensorflow as tf

trunk = tf.keras.Sequential([
    tf.keras.layers.Conv2D(4, 3, strides=2, activation='relu'),
    tf.keras.layers.Conv2D(4, 3, activation='relu'),
])
n_flat = int(np.prod(trunk.compute_output_shape((None, 10, 10, 1))[1:]))
trainer = tf.keras.Sequential([
    trunk,
    tf.keras.layers.Reshape((n_flat,)),
    tf.keras.layers.Dense(2),
])
trainer.compile('adam', 'mse')
i = 0
while i < 10:
    a, b = np.random.rand(4, 10, 10, 1), np.random.rand(4, 2)
    tr = trainer.train_on_batch(a, b)
    i += 1
print(tr)
