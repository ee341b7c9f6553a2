# planted: TFR103 the step is called with *stones, as many as the gap needs, so each gap length is another arity
# style: restoration studio code, optimisation with starred arguments, complex helper chain
"""Restore the border of a Roman mosaic: choose widths and shades of the stones that fill each gap."""
import numpy as np
import tensorflow as tf

GROUT = 1.5


def stones_for(gap_mm, rng, usual=11.0):
    count = max(2, round(gap_mm / (usual + GROUT)))
    return [tf.constant([usual + rng.normal(), rng.uniform(0.2, 0.8)], tf.float32) for _ in range(count)]


@tf.function
def misfit(gap, left, right, *stones):
    table = tf.stack(stones)
    widths, shades = table[:, 0], table[:, 1]
    joints = tf.cast(tf.shape(table)[0] + 1, tf.float32)
    closing = tf.square(tf.reduce_sum(widths) + GROUT * joints - gap)
    line = tf.concat([[left], shades, [right]], axis=0)
    smooth = tf.reduce_sum(tf.square(line[1:] - line[:-1]))
    even = tf.math.reduce_variance(widths)
    return 0.05 * closing + 4.0 * smooth + 0.1 * even


def gradient(gap, left, right, stones):
    with tf.GradientTape() as tape:
        tape.watch(stones)
        value = misfit(gap, left, right, *stones)
    return value, tape.gradient(value, stones)


def settle(gap, left, right, stones, sweeps=25):
    gap, left, right = (tf.constant(v, tf.float32) for v in (gap, left, right))
    step = tf.constant([0.4, 0.05])
    for _ in range(sweeps):
        value, slopes = gradient(gap, left, right, stones)
        stones = [stone - step * slope for stone, slope in zip(stones, slopes)]
    return float(value), np.stack([s.numpy() for s in stones])


def survey(rng, gaps=9):
    for k in range(gaps):
        yield 30.0 + 13.5 * k, float(rng.uniform(0.2, 0.8)), float(rng.uniform(0.2, 0.8))


def main():
    rng = np.random.default_rng(79)
    done = []
    for gap, left, right in survey(rng):
        value, stones = settle(gap, left, right, stones_for(gap, rng))
        done.append((gap, value, stones))
    for gap, value, stones in done[::3]:
        print(f"gap {gap:5.1f} mm: {len(stones)} stones of {stones[:, 0].mean():.2f} mm, misfit {value:.3f}")
    print("stones cut", sum(len(s) for _, _, s in done))
    print("worst", round(max(v for _, v, _ in done), 3))


if __name__ == "__main__":
    main()
