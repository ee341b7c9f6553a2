# planted: TFR101 an angle and a zoom drawn with random.uniform for each image
# style: image augmentation, class with methods and a generator
import math
import random

import numpy as np
import tensorflow as tf


class Augmenter:
    def __init__(self, max_degrees, zoom, seed):
        self.max_radians = max_degrees * math.pi / 180
        self.zoom = zoom
        self.random = random.Random(seed)

    @tf.function
    def warp(self, image, angle, scale):
        size = tf.shape(image)[0]
        centre = (tf.cast(size, tf.float32) - 1.0) / 2.0
        axis = tf.range(tf.cast(size, tf.float32)) - centre
        yy, xx = tf.meshgrid(axis, axis, indexing="ij")
        cos, sin = tf.cos(angle), tf.sin(angle)
        source_x = (cos * xx - sin * yy) / scale + centre
        source_y = (sin * xx + cos * yy) / scale + centre
        limit = size - 1
        col = tf.clip_by_value(tf.cast(tf.round(source_x), tf.int32), 0, limit)
        row = tf.clip_by_value(tf.cast(tf.round(source_y), tf.int32), 0, limit)
        return tf.gather_nd(image, tf.stack([row, col], axis=-1))

    def __call__(self, images):
        for image in images:
            angle = self.random.uniform(-self.max_radians, self.max_radians)
            scale = self.random.uniform(1.0, self.zoom)
            yield self.warp(image, angle, scale)


def checkerboards(count, side):
    rows, cols = np.indices((side, side))
    for n in range(1, count + 1):
        yield tf.constant(((rows // n + cols // n) % 2).astype(np.float32))


augment = Augmenter(30, zoom=1.4, seed=9)
for number, warped in enumerate(augment(checkerboards(7, 16))):
    print(number, "mean %.4f" % float(tf.reduce_mean(warped)), "corner", float(warped[0, 0]))
