import tensorflow as tf


class Scale(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.g = self.add_weight(name='g', shape=(input_shape[-1],), initializer='ones',
                                 synchronization=tf.VariableSynchronization.ON_READ,
                                 aggregation=tf.VariableAggregation.MEAN, trainable=False)
        super(Scale, self).build(input_shape)

    def call(self, x):
        return x * self.g
