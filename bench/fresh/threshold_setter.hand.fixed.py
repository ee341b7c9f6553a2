# threshold_setter, cured.
import numpy as np
import tensorflow as tf


class AnomalyDetector:
    def __init__(self, history, threshold=3.0):
        self.mean = tf.reduce_mean(history, axis=0)
        self.std = tf.math.reduce_std(history, axis=0)
        self._threshold = tf.Variable(threshold)

    @property
    def threshold(self):
        return float(self._threshold)

    @threshold.setter
    def threshold(self, value):
        self._threshold.assign(value)

    @tf.function
    def _flags(self, rows):
        z = tf.abs(rows - self.mean) / self.std
        return tf.reduce_any(z > self._threshold, axis=1)

    def alarms(self, rows):
        return int(tf.reduce_sum(tf.cast(self._flags(rows), tf.int32)))


def calibrate(detector, rows, budget):
    while True:
        alarms = detector.alarms(rows)
        print("threshold %.2f alarms" % detector.threshold, alarms)
        if alarms <= budget:
            return detector
        detector.threshold = detector.threshold + 0.25


rng = np.random.RandomState(50)
history = tf.constant(rng.randn(200, 3), tf.float32)
fresh = tf.constant(rng.standard_t(4, size=(80, 3)), tf.float32)
detector = calibrate(AnomalyDetector(history, threshold=2.0), fresh, budget=6)
print("calibrated at %.2f" % detector.threshold)
