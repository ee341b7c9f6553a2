import tensorflow as tf


class MinimalRNNCell(tf.keras.layers.Layer):

    def __init__(self, units, **kwargs):
        self.units = units
        super(MinimalRNNCell, self).__init__(**kwargs)
        self.state_size = units

    def build(self, input_shape):
        self.kernel = self.add_weight(shape=(input_shape[-1], self.units), initializer='uniform', name='kernel')
        self.recurrent_kernel = self.add_weight(shape=(self.units, self.units), initializer='uniform', name='recurrent_kernel')
        self.built = True

    def call(self, inputs, states):
        prev_output = states[0]
        output = tf.matmul(inputs, self.kernel) + tf.matmul(prev_output, self.recurrent_kernel)
        return output, [output]


dyn = tf.keras.Sequential([tf.keras.layers.Input((4, 2)), tf.keras.layers.RNN(MinimalRNNCell(5)), tf.keras.layers.Dense(2)])
hist = tf.random.normal((1, 4, 2))
for k in range(15):
    nxt = dyn(hist)
    hist = tf.concat([hist[:, 1:], nxt[:, None]], axis=1)
print(hist.numpy())
