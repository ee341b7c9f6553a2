import math
import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Layer, Input, LSTM, Dense
from tensorflow.keras.models import Model


class Attention(Layer):
    def __init__(self, **kwargs):
        super(Attention, self).__init__(**kwargs)

    def build(self, input_shape):
        self.W = self.add_weight("att_weight", shape=(input_shape[-1], 1), initializer="normal")
        self.b = self.add_weight("att_bias", shape=(input_shape[1], 1), initializer="zeros")
        super(Attention, self).build(input_shape)

    def call(self, x):
        et = tf.squeeze(tf.tanh(tf.tensordot(x, self.W, axes=1) + self.b), axis=-1)
        at = tf.nn.softmax(et)
        at = tf.expand_dims(at, axis=-1)
        output = x * at
        return tf.reduce_sum(output, axis=1)

    def compute_output_shape(self, input_shape):
        return (input_shape[0], input_shape[-1])


STEPS = 12
wave = np.array([math.sin(i / 3.0) for i in range(100)])
X = np.stack([wave[i:i + STEPS] for i in range(80)])[..., None]
Y = wave[STEPS:STEPS + 80]

inputs = Input(shape=(STEPS, 1))
att_in = LSTM(6, return_sequences=True)(inputs)
att_out = Attention()(att_in)
outputs = Dense(1)(att_out)
model = Model(inputs, outputs)
model.compile(loss='mse', optimizer='adam')
model.fit(X, Y, epochs=2, verbose=0)

window = X[-1]
result = []
for _ in range(10):
    y = model.predict(window[np.newaxis, :, :], verbose=0)
    result.append(float(y[0, 0]))
    window = np.vstack([window[1:], y])
print(result)
