# planted: TFR103 a shape handed on as a tuple of Python ints, another for each level
# style: multi-resolution synthesis, functions with defaults
import numpy as np
import tensorflow as tf


@tf.function
def smooth_noise(shape, seed, passes=2):
    field = tf.random.stateless_normal(shape, seed)
    for _ in range(passes):
        field = (field + tf.roll(field, 1, axis=0) + tf.roll(field, 1, axis=1)) / 3.0
    return field


def upsample(field, side):
    return tf.image.resize(field[..., None], (side, side), method="nearest")[..., 0]


def octaves(side, levels):
    while levels > 0 and side >= 2:
        yield (side, side)
        side, levels = side // 2, levels - 1


def fractal(side, levels, persistence=0.5, seed=(1, 2)):
    total, amplitude = tf.zeros([side, side]), 1.0
    for shape in octaves(side, levels):
        layer = smooth_noise(shape, tf.constant(seed))
        total += amplitude * upsample(layer, side)
        amplitude *= persistence
        print("level", shape, "std %.4f" % float(tf.math.reduce_std(layer)))
    return total


if __name__ == "__main__":
    picture = fractal(side=32, levels=4)
    print("picture", picture.shape, "mean %.4f" % float(tf.reduce_mean(picture)))
    print(np.round(picture[0, :4].numpy(), 3))
