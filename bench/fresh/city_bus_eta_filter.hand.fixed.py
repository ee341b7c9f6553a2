"""A constant-speed Kalman filter for one bus."""
import tensorflow as tf

OBSERVE = tf.constant([[1.0, 0.0]])
NOISE = tf.constant([[64.0]])


@tf.function
def predict_and_correct(mean, cov, measured, dt):
    move = tf.reshape(tf.stack([1.0, dt, 0.0, 1.0]), [2, 2])
    jitter = 0.2 * tf.reshape(tf.stack([dt ** 3 / 3.0, dt ** 2 / 2.0, dt ** 2 / 2.0, dt]), [2, 2])
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
        self.mean, self.cov, surprise = predict_and_correct(
            self.mean, self.cov, tf.constant(metres), tf.constant(seconds))
        return float(surprise)

    @property
    def estimate(self):
        return tuple(float(value) for value in self.mean)
