import tensorflow as tf


class Project(tf.keras.layers.Layer):
    def __init__(self, k):
        super(Project, self).__init__()
        self.k = k

    def build(self, shape):
        self.M = self.add_variable('M', shape=[int(shape[-1]), self.k])

    def call(self, x):
        return tf.matmul(x, self.M)
