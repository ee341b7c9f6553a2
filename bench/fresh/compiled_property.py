# planted: TFR502 a property that gives a new tf.function each time
# style: properties
import numpy as np
import tensorflow as tf


class Whitening:
    def __init__(self, data):
        self.mean = tf.constant(data.mean(axis=0))
        covariance = np.cov(data.T) + 1e-3 * np.eye(data.shape[1])
        self.transform = tf.constant(np.linalg.cholesky(np.linalg.inv(covariance)).astype(np.float32))

    def _apply(self, x):
        return tf.matmul(x - self.mean, self.transform)

    @property
    def apply(self):
        return tf.function(self._apply)


rng = np.random.default_rng(4)
data = (rng.normal(size=(50, 3)) @ rng.normal(size=(3, 3))).astype(np.float32)
whitening = Whitening(data)
for start in range(0, 50, 10):
    white = whitening.apply(tf.constant(data[start : start + 10]))
    print(start, np.round(white.numpy().std(axis=0), 3))
