import numpy as np
import tensorflow as tf


class Scale(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.W = self.add_weight(name='W', shape=(input_shape[-1],), initializer='ones')
        self.trainable_weights = [self.W]

    def call(self, x):
        return x * self.W


class Controller(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.scale = Scale()
        self.fc = tf.keras.layers.Dense(1, activation='tanh')

    def call(self, x):
        return self.fc(self.scale(x))

    def simulate(self, T):
        s = np.array([1.0, 0.0])
        for t in range(T):
            z = self(tf.convert_to_tensor(s[None], tf.float32))
            u = float(z[0, 0])
            s = s + 0.1 * np.array([s[1], u - s[0]])
        return s


c = Controller()
c.compile('adam', 'mse')
c.fit(np.random.rand(16, 2), np.random.rand(16), verbose=0)
print(c.simulate(20))
