import numpy as np
import tensorflow as tf
from tensorflow.keras import layers
from tensorflow.keras.layers import RNN


class CondCell(layers.Layer):
    def __init__(self, units, **kw):
        super().__init__(**kw)
        self.units = units
        self.state_size = units
        self.output_size = units
        self.dx = layers.Dense(units)
        self.dh = layers.Dense(units, use_bias=False)
        self.dc = layers.Dense(units, use_bias=False)

    def call(self, x, states, constants=None):
        h = self.dx(x) + self.dh(states[0])
        if constants is not None:
            h = h + self.dc(constants[0])
        h = tf.tanh(h)
        return h, [h]


xin = layers.Input((7, 3))
cin = layers.Input((2,))
y = RNN(CondCell(6))(xin, constants=cin)
y = layers.Dense(1)(y)
model = tf.keras.Model([xin, cin], y)

X, C = np.random.rand(9, 7, 3), np.random.rand(9, 2)
preds = []
for xi, ci in zip(X, C):
    o = model.predict([xi[None], ci[None]], verbose=0)
    preds.append(o.item())
print(np.round(preds, 3))
