"""Bayesian vector autoregression with a Minnesota-like prior in conjugate form."""
import numpy as np
import tensorflow as tf


@tf.function
def log_evidence(y, x, own_lag, tightness, decay, prior_scale):
    lag = tf.cast(own_lag, tf.float64)
    precision = lag ** (2.0 * decay) / tightness ** 2
    n = tf.cast(tf.shape(y)[0], tf.float64)
    m = tf.cast(tf.shape(y)[1], tf.float64)
    gram = tf.matmul(x, x, transpose_a=True) + tf.linalg.diag(precision)
    mean = tf.linalg.solve(gram, tf.matmul(x, y, transpose_a=True))
    rest = y - tf.matmul(x, mean)
    scatter = (tf.matmul(rest, rest, transpose_a=True)
               + tf.matmul(mean, precision[:, None] * mean, transpose_a=True)
               + prior_scale * tf.eye(tf.shape(y)[1], dtype=tf.float64))
    return (0.5 * m * (tf.reduce_sum(tf.math.log(precision)) - tf.linalg.logdet(gram))
            - 0.5 * (n + m) * tf.linalg.logdet(scatter)), mean


class Bvar:
    def __init__(self, series, lags):
        blocks = [series[lags - k - 1:len(series) - k - 1] for k in range(lags)]
        self.x = tf.constant(np.concatenate(blocks, axis=1))
        self.y = tf.constant(series[lags:])
        self.own_lag = tf.constant(np.repeat(np.arange(1, lags + 1), series.shape[1]))

    def evidence(self, **hyper):
        value, _ = log_evidence(self.y, self.x, self.own_lag, **hyper)
        return float(value)

    def coefficients(self, **hyper):
        _, mean = log_evidence(self.y, self.x, self.own_lag, **hyper)
        return mean.numpy()
