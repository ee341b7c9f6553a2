import numpy as np
import tensorflow as tf


class RunningCenter(tf.keras.layers.Layer):
    """subtracts a running mean of the batch"""

    def build(self, input_shape):
        self.mean = self.add_weight(name='mean', shape=(input_shape[-1],),
                                    initializer='zeros', trainable=False)

    def call(self, x, training=None):
        if training:
            m = tf.reduce_mean(x, axis=0)
            self.mean.assign(0.9 * self.mean + 0.1 * m)
            return x - m
        return x - self.mean


def make_model():
    return tf.keras.Sequential([RunningCenter(), tf.keras.layers.Dense(8, 'relu'), tf.keras.layers.Dense(1)])


@tf.function
def tstep(model, opt, x, y):
    with tf.GradientTape() as tape:
        l = tf.reduce_mean(tf.square(model(x, training=True) - y))
    g = tape.gradient(l, model.trainable_variables)
    opt.apply_gradients(zip(g, model.trainable_variables))
    return l


def main():
    model = make_model()
    # warm up / make the weights
    model(tf.zeros((2, 4)), training=True)
    opt = tf.keras.optimizers.Adam()
    for step in range(20):
        xb = tf.constant(np.random.rand(16, 4), tf.float32)
        yb = tf.reduce_sum(xb, axis=1, keepdims=True)
        loss = tstep(model, opt, xb, yb)
        if step % 10 == 0:
            tf.print('step', step, 'loss', loss)


main()
