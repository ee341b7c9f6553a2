# planted: TFR201 TFR101 minutes bring batches of any size, and the forgetting factor follows as a Python float
# style: industrial monitoring, generator of minutes and a detector object
"""Recursive least squares on pump telemetry; flags minutes whose residuals leave the band."""
from collections import deque

import numpy as np
import tensorflow as tf


class RecursiveFit:
    def __init__(self, size, start=100.0):
        self.weights = tf.Variable(tf.zeros([size, 1], tf.float64))
        self.covariance = tf.Variable(start * tf.eye(size, dtype=tf.float64))

    @tf.function
    def absorb(self, x, y, forgetting):
        prior = self.covariance / forgetting
        innovation = y - tf.matmul(x, self.weights)
        inner = tf.eye(tf.shape(x)[0], dtype=tf.float64) + tf.matmul(x, tf.matmul(prior, x, transpose_b=True))
        gain = tf.transpose(tf.linalg.solve(inner, tf.matmul(x, prior)))
        self.weights.assign_add(tf.matmul(gain, innovation))
        self.covariance.assign(prior - tf.matmul(gain, tf.matmul(x, prior)))
        return tf.sqrt(tf.reduce_mean(innovation**2))


class Detector:
    def __init__(self, fit, band=3.0, memory=8):
        self.fit = fit
        self.band = band
        self.recent = deque(maxlen=memory)
        self.forgetting = 0.99

    def minute(self, x, y):
        residual = float(self.fit.absorb(x, y, self.forgetting))
        usual = np.median(self.recent) if self.recent else residual
        alarm = len(self.recent) > 3 and residual > self.band * usual
        if alarm:
            self.forgetting = max(0.80, self.forgetting - 0.05)
        else:
            self.forgetting += 0.2 * (0.99 - self.forgetting)
            self.recent.append(residual)
        return residual, alarm


def telemetry(minutes, seed):
    rng = np.random.default_rng(seed)
    true = np.array([[2.0], [0.5], [-1.0]])
    for minute in range(minutes):
        if minute == 22:
            true = true + np.array([[0.0], [1.5], [0.5]])
        x = rng.normal(size=(int(rng.integers(3, 15)), 3))
        x[:, 0] = 1.0
        yield minute, x, x @ true + rng.normal(0, 0.1, (len(x), 1))


def main():
    detector = Detector(RecursiveFit(3))
    alarms = []
    for minute, x, y in telemetry(36, 44):
        residual, alarm = detector.minute(x, y)
        if alarm:
            alarms.append(minute)
        if minute % 6 == 5 or alarm:
            print(f"minute {minute:2d}  rows {len(x):2d}  residual {residual:.4f}  forgetting {detector.forgetting:.4f}")
    print("alarms", alarms)
    print("weights", np.round(detector.fit.weights.numpy()[:, 0], 4).tolist())


if __name__ == "__main__":
    main()
