# planted: TFR201 the picture is one column narrower at every call of the traced carving step
# style: image processing script, dynamic programming over rows, synthetic picture
"""Content-aware narrowing of a picture by seam carving."""
import math

import numpy as np
import tensorflow as tf

HEIGHT, WIDTH = 20, 44
TARGET = 26


def picture():
    """Two discs on a smooth background."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype("float32")
    image = 0.1 * np.sin(x / 9.0) + 0.05 * y / HEIGHT
    for cx, cy, radius, level in ((9, 8, 5, 0.9), (33, 12, 6, 0.7)):
        image = np.where((x - cx) ** 2 + (y - cy) ** 2 < radius ** 2, level, image)
    return image.astype("float32")


def energy_of(image):
    padded = tf.pad(image, [[1, 1], [1, 1]], mode="SYMMETRIC")
    horizontal = padded[1:-1, 2:] - padded[1:-1, :-2]
    vertical = padded[2:, 1:-1] - padded[:-2, 1:-1]
    return tf.abs(horizontal) + tf.abs(vertical)


def neighbours(row):
    """Costs of coming from the left, from above and from the right."""
    edge = tf.constant([math.inf])
    left = tf.concat([edge, row[:-1]], axis=0)
    right = tf.concat([row[1:], edge], axis=0)
    return tf.stack([left, row, right])


@tf.function(input_signature=[tf.TensorSpec([HEIGHT, None], tf.float32)])
def carve(image):
    energy = energy_of(image)
    width = tf.shape(image)[1]
    cost = energy[0]
    moves = []
    for y in range(1, HEIGHT):
        options = neighbours(cost)
        moves.append(tf.argmin(options, axis=0, output_type=tf.int32) - 1)
        cost = energy[y] + tf.reduce_min(options, axis=0)
    column = tf.argmin(cost, output_type=tf.int32)
    total = tf.reduce_min(cost)
    seam = [column]
    for move in reversed(moves):
        column = column + move[column]
        seam.append(column)
    seam = tf.stack(seam[::-1])
    keep = tf.range(width)[None, :] != seam[:, None]
    narrower = tf.reshape(tf.boolean_mask(image, keep), [HEIGHT, width - 1])
    return narrower, total


def narrow(image, target):
    costs = []
    while image.shape[1] > target:
        image, cost = carve(image)
        costs.append(float(cost))
    return image, costs


source = tf.constant(picture())
result, seam_costs = narrow(source, TARGET)
print("shape", tuple(result.shape))
print("seam costs", " ".join(f"{c:.3f}" for c in seam_costs[::5]))
kept = float(tf.reduce_sum(tf.cast(result > 0.5, tf.float32)) / tf.reduce_sum(tf.cast(source > 0.5, tf.float32)))
print(f"disc area kept {kept:.3f}, mean brightness {float(tf.reduce_mean(result)):.3f}")
