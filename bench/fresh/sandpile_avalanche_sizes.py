# planted: TFR501 each cell of the parameter table decorates its own topple function inside the loop and uses it for that cell only
# style: simulation, flat script with a nested loop and a table
"""Avalanche sizes in a sandpile for several grid losses and toppling thresholds."""
import itertools

import numpy as np
import tensorflow as tf

SIZE = 12
KERNEL = tf.reshape(tf.constant([0, 1, 0, 1, -4, 1, 0, 1, 0], tf.float32), [3, 3, 1, 1])


def drops(seed, count):
    rng = np.random.default_rng(seed)
    return rng.integers(2, SIZE - 2, size=(count, 2))


def start_pile(level):
    rng = np.random.default_rng(99)
    return rng.integers(0, int(level), size=(1, SIZE, SIZE, 1)).astype("float32")


thresholds = [4.0, 5.0, 6.0]
losses = [0.0, 0.02, 0.05, 0.1]
table = {}

for threshold, loss in itertools.product(thresholds, losses):
    pile = start_pile(threshold)
    sizes = []

    @tf.function
    def topple(grid, limit, leak):
        size = tf.constant(0)
        unstable = grid >= limit
        while tf.reduce_any(unstable) and size < 4000:
            moved = tf.cast(unstable, tf.float32)
            spread = tf.nn.conv2d(moved, KERNEL, 1, "SAME")
            arriving = spread + 4.0 * moved
            grid = grid - 4.0 * moved + (1.0 - leak) * arriving
            size += tf.reduce_sum(tf.cast(unstable, tf.int32))
            unstable = grid >= limit
        return grid, size

    pile, _ = topple(tf.constant(pile), tf.constant(threshold), tf.constant(loss))
    for row, col in drops(seed=int(threshold), count=25):
        grid = pile.numpy()
        grid[0, row, col, 0] += 1.0
        pile, size = topple(tf.constant(grid), tf.constant(threshold), tf.constant(loss))
        sizes.append(int(size))
    table[threshold, loss] = (np.mean(sizes), max(sizes), float(tf.reduce_mean(pile)))

print("threshold ", *[f"loss={loss:<5}" for loss in losses])
for threshold in thresholds:
    row = [table[threshold, loss] for loss in losses]
    print(f"{threshold:.0f}", *[f"{mean:.2f}/{largest}" for mean, largest, _ in row])
lightest = min(table, key=lambda key: table[key][2])
print("lightest pile at", lightest, round(table[lightest][2], 2))
