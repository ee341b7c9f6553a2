import numpy as np
import tensorflow as tf


class MinimalRNNCell(tf.keras.layers.Layer):
    def __init__(self, units, **kwargs):
        self.units = units
        self.state_size = units
        super(MinimalRNNCell, self).__init__(**kwargs)

    def build(self, input_shape):
        self.kernel = self.add_weight(shape=(input_shape[-1], self.units), initializer='uniform', name='kernel')
        self.rec = self.add_weight(shape=(self.units, self.units), initializer='uniform', name='rec')
        self.built = True

    def call(self, inputs, states):
        prev = states[0]
        output = tf.tanh(tf.matmul(inputs, self.kernel) + tf.matmul(prev, self.rec))
        return output, [output]


x = tf.keras.Input((None, 2))
y = tf.keras.layers.Dense(1)(tf.keras.layers.RNN(MinimalRNNCell(5))(x))
model = tf.keras.Model(x, y)
model.compile(loss='mse', optimizer='adam')
seq = np.random.rand(12, 6, 2)
model.fit(seq, seq[:, -1, :1], verbose=0)
cur = seq[:1]
for i in range(4):
    nxt = model.predict(cur, verbose=0)
    cur = np.concatenate([cur[:, 1:], np.repeat(nxt[:, None], 2, axis=2)], axis=1)
print(cur)
