"""Find the replication origin of a toy chromosome from GC skew at several window widths."""
import itertools

import numpy as np
import tensorflow as tf

LENGTH = 3000
ORIGIN, TERMINUS = 800, 2300


def chromosome(seed):
    rng = np.random.default_rng(seed)
    place = np.arange(LENGTH)
    leading = (place > ORIGIN) & (place < TERMINUS)
    g = np.where(leading, 0.30, 0.22)
    draws = rng.random(LENGTH)
    codes = np.full(LENGTH, 0)
    codes[draws < g] = 1
    codes[(draws >= g) & (draws < 0.52)] = -1
    return codes.astype("float32")


@tf.function
def skew_profile(cumulative, width, offset):
    half = width // 2
    centres = tf.range(offset + half, LENGTH - half, half)
    g_minus_c = tf.gather(cumulative, centres + half) - tf.gather(cumulative, centres - half)
    skew = g_minus_c / (2.0 * tf.cast(half, tf.float32))
    walk = tf.cumsum(skew - tf.reduce_mean(skew))
    return centres[tf.argmin(walk)], centres[tf.argmax(walk)], tf.math.reduce_std(skew)


def widths(smallest, factor, largest):
    width = smallest
    while width <= largest:
        yield width
        width = int(width * factor)


def scan(cumulative, smallest=20, factor=1.5, largest=400):
    rows = []
    for width, part in itertools.product(widths(smallest, factor, largest), (0, 1)):
        offset = part * width // 4
        low, high, spread = skew_profile(cumulative, tf.constant(width), tf.constant(offset))
        rows.append((width, int(low), int(high), float(spread)))
    return rows


def consensus(rows, column):
    return float(np.median([row[column] for row in rows]))


def report(name, codes):
    cumulative = tf.concat([[0.0], tf.cumsum(tf.constant(codes))], axis=0)
    rows = scan(cumulative)
    smoothest = min(rows, key=lambda row: row[3])
    print(f"{name}: {len(rows)} scans, smoothest width {smoothest[0]} ({smoothest[3]:.3f})")
    print(f"  origin near {consensus(rows, 1):.0f}, terminus near {consensus(rows, 2):.0f}")


if __name__ == "__main__":
    report("strain A", chromosome(10))
    report("strain B", chromosome(11))
