"""Metadynamics on a double well: a bias of Gaussian hills fills the basins until the walker crosses."""
import numpy as np
import tensorflow as tf

BARRIER = 4.0
HEIGHT = 0.45
WIDTH = 0.25
KT = 0.6
DT = 0.004
STRIDE = 40


def well(x):
    return BARRIER * (x ** 2 - 1.0) ** 2


def force(x, hills):
    f = -4.0 * BARRIER * x * (x ** 2 - 1.0)
    d = x - hills
    return f + tf.reduce_sum(HEIGHT * d / WIDTH ** 2 * tf.exp(-0.5 * (d / WIDTH) ** 2))


@tf.function(input_signature=[tf.TensorSpec([]), tf.TensorSpec([None]), tf.TensorSpec([None])])
def walk(x, kicks, hills):
    crossed = tf.constant(0)
    for k in tf.range(tf.shape(kicks)[0]):
        new = x + DT * force(x, hills) + tf.sqrt(2.0 * KT * DT) * kicks[k]
        crossed += tf.cast(new * x < 0.0, tf.int32)
        x = new
    return x, crossed


def profile(grid, hills):
    """Free energy = minus the bias, set to zero in the left basin."""
    d = grid[:, None] - np.asarray(hills)[None, :]
    bias = (HEIGHT * np.exp(-0.5 * (d / WIDTH) ** 2)).sum(axis=1)
    return bias.max() - bias


def simulate(rounds, seed):
    rng = np.random.default_rng(seed)
    x = tf.constant(-1.0)
    hills, crossings = [], 0
    track = []
    for _ in range(rounds):
        kicks = tf.constant(rng.standard_normal(STRIDE), tf.float32)
        x, n = walk(x, kicks, tf.constant(hills, tf.float32))
        crossings += int(n)
        track.append(float(x))
        hills.append(round(float(x), 3))
    return np.array(track), hills, crossings


def report(track, hills, crossings):
    grid = np.linspace(-1.5, 1.5, 61)
    f = profile(grid, hills)
    print("hills", len(hills))
    print("crossings", crossings > 0)
    print("first round on the right", int(np.argmax(track > 0)) if (track > 0).any() else None)
    print("barrier seen", round(float(f[30] - f[:30].min()), 1))
    print("left share", round(float((track < 0).mean()), 2))


if __name__ == "__main__":
    report(*simulate(rounds=36, seed=5))
