# planted: TFR201 gestures are of different lengths, so is every pair that the alignment is compiled for
# style: nearest-neighbour classifier from a student's thesis, functions plus a small template library
import itertools

import numpy as np
import tensorflow as tf


def gesture(kind, length, rng):
    s = np.linspace(0, 1, length) ** rng.uniform(0.7, 1.4)
    if kind == "circle":
        path = np.stack([np.cos(2 * np.pi * s), np.sin(2 * np.pi * s)], 1)
    elif kind == "zigzag":
        path = np.stack([2 * s - 1, np.abs((6 * s) % 2 - 1)], 1)
    else:
        path = np.stack([2 * s - 1, 2 * s - 1], 1)
    return (path + rng.normal(0, 0.06, path.shape)).astype("float32")


@tf.function
def dtw(a, b):
    """cost of the best alignment; one row of the table at a time"""
    cost = tf.norm(a[:, None, :] - b[None, :, :], axis=-1)
    row = tf.cumsum(cost[0])
    n, m = tf.shape(cost)[0], tf.shape(cost)[1]
    for i in tf.range(1, n):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(row, tf.TensorShape([None]))])
        left = row[0] + cost[i, 0]
        new = tf.TensorArray(tf.float32, size=m)
        new = new.write(0, left)
        for j in tf.range(1, m):
            left = cost[i, j] + tf.minimum(tf.minimum(row[j - 1], row[j]), left)
            new = new.write(j, left)
        row = new.stack()
    return row[m - 1] / tf.cast(n + m, tf.float32)


class Templates:
    def __init__(self):
        self.items = []

    def add(self, label, path):
        self.items.append((label, tf.constant(path)))

    def classify(self, path):
        path = tf.constant(path)
        scored = [(float(dtw(path, template)), label) for label, template in self.items]
        scored.sort()
        return scored[0][1], scored[1][0] - scored[0][0]


def main():
    rng = np.random.default_rng(33)
    kinds = ["circle", "zigzag", "line"]
    library = Templates()
    for kind, length in zip(kinds, (24, 30, 18)):
        library.add(kind, gesture(kind, length, rng))
    hits, margins = 0, []
    for kind, length in itertools.product(kinds, (16, 21, 27)):
        guess, margin = library.classify(gesture(kind, length + len(kind) % 4, rng))
        hits += guess == kind
        margins.append(margin)
    print("correct:", hits, "of", len(margins))
    print("margins:", " ".join(f"{m:.3f}" for m in margins))
    a, b = (tf.constant(gesture("circle", n, rng)) for n in (20, 26))
    print(f"symmetric: {float(dtw(a, b)):.4f} {float(dtw(b, a)):.4f}")


main()
