from tensorflow.keras import backend as K
from tensorflow.keras.layers import Layer

class GaussianShift(Layer):
    def __init__(self, stddev, **kwargs):
        super(GaussianShift, self).__init__(**kwargs)
        self.stddev = stddev

    def call(self, inputs, training=None):
        def noised():
            return inputs + K.random_normal(shape=K.shape(inputs), mean=0., stddev=self.stddev)
        return noised() if training else inputs
