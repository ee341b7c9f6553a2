"""A profile of hat functions over the slice-lip zones, updated by exponentially forgotten least squares."""
import tensorflow as tf


class ProfileModel(tf.Module):
    def __init__(self, zones, forget=0.7):
        super().__init__()
        self.centres = tf.linspace(-1.0, 1.0, zones)
        self.width = 2.0 / (zones - 1)
        self.forget = tf.constant(forget)
        self.normal = tf.Variable(1e-2 * tf.eye(zones))
        self.moment = tf.Variable(tf.zeros([zones]))
        self.zones = tf.Variable(tf.zeros([zones]))

    def hats(self, across):
        return tf.nn.relu(1.0 - tf.abs(across[:, None] - self.centres) / self.width)

    @tf.function
    def update(self, across, weight):
        basis = self.hats(across)
        self.normal.assign(self.forget * self.normal + tf.matmul(basis, basis, transpose_a=True))
        self.moment.assign(self.forget * self.moment + tf.linalg.matvec(basis, weight, transpose_a=True))
        self.zones.assign(tf.linalg.solve(self.normal, self.moment[:, None])[:, 0])

    @tf.function
    def two_sigma(self, across, weight):
        residual = weight - tf.linalg.matvec(self.hats(across), self.zones)
        return 2.0 * tf.math.reduce_std(residual)
