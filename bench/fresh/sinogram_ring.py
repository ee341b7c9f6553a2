# planted: TFR101 each projection angle of the scan is a Python float that a helper hands on to the compiled rotation
# style: tomography toy, phantom by numpy, bilinear rotation, simple backprojection with a generator of angles
import math

import numpy as np
import tensorflow as tf

SIZE = 33
AXIS = tf.linspace(-1.0, 1.0, SIZE)
GRID_X, GRID_Y = tf.meshgrid(AXIS, AXIS)


def phantom():
    y, x = np.mgrid[-1:1:SIZE * 1j, -1:1:SIZE * 1j]
    image = ((x / 0.7) ** 2 + (y / 0.85) ** 2 < 1) * 1.0
    image -= ((x + 0.2) ** 2 + (y - 0.1) ** 2 < 0.05) * 0.7
    image += ((x - 0.3) ** 2 + (y + 0.3) ** 2 < 0.02) * 1.0
    return tf.constant(image, tf.float32)


def half_turn(views):
    for k in range(views):
        yield math.pi * k / views


@tf.function
def rotate(image, theta):
    c, s = tf.cos(theta), tf.sin(theta)
    x = (c * GRID_X - s * GRID_Y + 1.0) * 0.5 * (SIZE - 1)
    y = (s * GRID_X + c * GRID_Y + 1.0) * 0.5 * (SIZE - 1)
    x0 = tf.clip_by_value(tf.floor(x), 0.0, SIZE - 2.0)
    y0 = tf.clip_by_value(tf.floor(y), 0.0, SIZE - 2.0)
    fx = tf.clip_by_value(x - x0, 0.0, 1.0)
    fy = tf.clip_by_value(y - y0, 0.0, 1.0)
    i, j = tf.cast(y0, tf.int32), tf.cast(x0, tf.int32)

    def at(di, dj):
        return tf.gather_nd(image, tf.stack([i + di, j + dj], axis=-1))

    top = at(0, 0) * (1 - fx) + at(0, 1) * fx
    bottom = at(1, 0) * (1 - fx) + at(1, 1) * fx
    return top * (1 - fy) + bottom * fy


def project(image, theta):
    return tf.reduce_sum(rotate(image, theta), axis=0)


def smear(profile, theta):
    flat = tf.tile(profile[None, :], [SIZE, 1])
    return rotate(flat, -theta)


def ramp_filter(profile):
    spectrum = tf.signal.fft(tf.cast(profile, tf.complex64))
    ramp = np.abs(np.fft.fftfreq(SIZE)) * 2
    return tf.math.real(tf.signal.ifft(spectrum * tf.constant(ramp, tf.complex64)))


image = phantom()
for views in (6, 12, 24):
    reconstruction = tf.zeros_like(image)
    for theta in half_turn(views):
        profile = project(image, theta)
        reconstruction += smear(ramp_filter(profile), theta)
    reconstruction *= math.pi / (2 * views)
    inside = (GRID_X ** 2 + GRID_Y ** 2 < 0.9).numpy()
    a, b = image.numpy()[inside], reconstruction.numpy()[inside]
    print(f"{views:2d} views: correlation {np.corrcoef(a, b)[0, 1]:.3f}, mean {b.mean():.3f} (true {a.mean():.3f})")
