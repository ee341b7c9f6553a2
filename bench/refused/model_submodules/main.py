import numpy as np
import tensorflow as tf

class ResBlock(tf.keras.layers.Layer):
    def __init__(self, n):
        super().__init__()
        self.a = tf.keras.layers.Dense(n, activation='relu')
        self.b = tf.keras.layers.Dense(n)
    def call(self, x):
        return x + self.b(self.a(x))

inp = tf.keras.Input((6,))
x = ResBlock(6)(inp)
x = ResBlock(6)(x)
model = tf.keras.Model(inp, tf.keras.layers.Dense(1)(x))
dense = [m for m in model.submodules if isinstance(m, tf.keras.layers.Dense)]
for d in dense:
    d.kernel_regularizer = tf.keras.regularizers.l2(1e-4)
print(len(dense), 'dense layers regularised')
model.compile('adam', 'mse')
data = np.random.rand(32, 6)
for epoch in range(2):
    for i in range(0, 32, 8):
        l = model.train_on_batch(data[i:i + 8], data[i:i + 8].sum(1))
    print('epoch', epoch, l)
