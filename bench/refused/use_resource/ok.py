import tensorflow as tf


class RBF(tf.keras.layers.Layer):
    def __init__(self, units, gamma, **kwargs):
        super(RBF, self).__init__(**kwargs)
        self.units, self.gamma = units, gamma

    def build(self, input_shape):
        self.mu = self.add_weight(name='mu', shape=(int(input_shape[1]), self.units),
                                  initializer='uniform', trainable=True)
        super(RBF, self).build(input_shape)

    def call(self, inputs):
        diff = tf.expand_dims(inputs, 2) - self.mu
        return tf.exp(-self.gamma * tf.reduce_sum(diff ** 2, axis=1))


rbf = tf.keras.Sequential([tf.keras.layers.InputLayer((2,)), RBF(5, .5), tf.keras.layers.Dense(1)])
grid = []
for u in (0., 1., 2., 3.):
    for v in (0., 1., 2., 3.):
        r = float(rbf(tf.constant([[u, v]]))[0, 0])
        grid.append(r)
print(grid)
