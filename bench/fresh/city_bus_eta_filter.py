"""A constant-speed Kalman filter for one bus."""
import tensorflow as tf

OBSERVE = tf.constant([[1.0, 0.0]])
NOISE = tf.constant([[64.0]])


@tf.function
def predict_and_correct(mean, cov, measured, dt):
    one = tf.ones([])
    move = tf.reshape(tf.stack([one, dt * one, 0.0 * one, one]), [2, 2])
    jitter = 0.2 * tf.reshape(tf.stack([dt ** 3 / 3.0 * one, dt ** 2 / 2.0 * one, dt ** 2 / 2.0 * one, dt * one]), [2, 2])
    mean = tf.linalg.matvec(move, mean)
    cov = move @ cov @ tf.transpose(move) + jitter
    residual = measured - mean[0]
    spread = OBSERVE @ cov @ tf.transpose(OBSERVE) + NOISE
    gain = (cov @ tf.transpose(OBSERVE) / spread)[:, 0]
    mean = mean + gain * residual
    cov = cov - gain[:, None] * (OBSERVE @ cov)
    return mean, cov, tf.abs(residual) / tf.sqrt(spread[0, 0])


class BusFilter:
    def __init__(self, metres):
        self.mean = tf.constant([metres, 8.0])
        self.cov = tf.linalg.diag(tf.constant([64.0, 9.0]))

    def observe(self, metres, seconds):
        measured = tf.constant(metres)
        self.mean, self.cov, surprise = predict_and_correct(self.mean, self.cov, measured, seconds)
        return float(surprise)

    @property
    def estimate(self):
        return tuple(float(value) for value in self.mean)
