"""A regressor with its train step."""
import tensorflow as tf


class Regressor:
    def __init__(self, inputs):
        self.model = tf.keras.Sequential([tf.keras.Input((inputs,)), tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.SGD(0.1)
        self.optimizer.build(self.model.trainable_variables)

    @tf.function
    def train_step(self, x, y, penalty):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(x) - y))
            loss += penalty * tf.add_n([tf.reduce_sum(w**2) for w in self.model.trainable_variables])
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return loss
