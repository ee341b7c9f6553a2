"""A tracer carried along a strait: advection, diffusion and decay on a periodic grid."""
from functools import cached_property

import numpy as np
import tensorflow as tf


class Strait:
    def __init__(self, cells, current, mixing, decay, steps):
        self.cells = cells
        self.current = current
        self.mixing = mixing
        self.decay = decay
        self.steps = steps
        self.buoys = tf.constant(np.arange(2, cells, 5))

    def _release(self, source):
        c = tf.zeros([self.cells])
        readings = tf.TensorArray(tf.float32, size=self.steps)
        for k in tf.range(self.steps):
            upstream = tf.roll(c, 1, axis=0)
            downstream = tf.roll(c, -1, axis=0)
            c += (source - self.decay * c - self.current * (c - upstream)
                  + self.mixing * (upstream - 2.0 * c + downstream))
            readings = readings.write(k, tf.gather(c, self.buoys))
        return readings.stack()

    def _misfit(self, source, observed, smooth):
        with tf.GradientTape() as tape:
            tape.watch(source)
            gap = self._release(source) - observed
            cost = tf.reduce_mean(gap ** 2) + smooth * tf.reduce_sum((source - tf.roll(source, 1, axis=0)) ** 2)
        return cost, tape.gradient(cost, source)

    @cached_property
    def release(self):
        return tf.function(self._release)

    @cached_property
    def misfit(self):
        return tf.function(self._misfit)
