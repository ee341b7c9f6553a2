# planted: TFR201 the overlap of two well logs is sliced to another length at every lag before the traced correlation
# style: geologist's functional helpers, itertools
"""Correlate gamma-ray logs of neighbouring boreholes: find the depth shift that lines up the marker beds."""
import itertools

import numpy as np
import tensorflow as tf

STEP = 0.5  # metres per sample


def synthetic_log(shift, rng, length=160):
    depth = np.arange(length)
    log = 60 + 10 * rng.normal(size=length)
    for bed, thickness, gamma in ((30, 6, 70), (75, 12, -35), (118, 4, 90)):
        log += gamma * np.exp(-0.5 * ((depth - bed - shift) / thickness) ** 2)
    return tf.constant(log, tf.float32)


@tf.function
def similarity(a, b):
    a = a - tf.reduce_mean(a)
    b = b - tf.reduce_mean(b)
    return tf.reduce_sum(a * b) / (tf.norm(a) * tf.norm(b) + 1e-6)


def overlap(a, b, lag):
    if lag >= 0:
        n = len(a) - lag
        return a[:n], b[lag:]
    return a[-lag:], b[:lag]


def best_lag(a, b, reach):
    scored = [(float(similarity(*overlap(a, b, lag))), lag) for lag in range(-reach, reach + 1)]
    return max(scored)


def chain_of(wells, reach=18):
    for (left, log_a), (right, log_b) in itertools.pairwise(wells.items()):
        score, lag = best_lag(log_a, log_b, reach)
        yield left, right, lag * STEP, score


def main():
    rng = np.random.default_rng(1815)
    wells = {f"BH{k}": synthetic_log(shift, rng) for k, shift in enumerate([0, 7, 16, 5], start=1)}
    dip = 0.0
    for left, right, metres, score in chain_of(wells):
        dip += metres
        print(f"{left} -> {right}: {metres:+.1f} m  (r = {score:.2f})")
    print(f"net dip across the section {dip:+.1f} m")


if __name__ == "__main__":
    main()
