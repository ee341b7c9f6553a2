import tensorflow as tf


class Encoder(object):
    def __init__(self, dims=(6, 3)):
        self.layers = [tf.keras.layers.Dense(d, activation=tf.nn.tanh) for d in dims]

    def encode(self, x):
        for layer in self.layers:
            x = layer.apply(x)
        return x
