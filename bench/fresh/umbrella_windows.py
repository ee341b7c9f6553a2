# planted: TFR502 the sampler (second module) defines its traced sweep anew for every umbrella window
# style: two modules, molecular simulation, WHAM by numpy
"""Umbrella sampling along one coordinate and the weighted histogram method."""
import numpy as np
import tensorflow as tf

from umbrella_windows_sampler import BETA, potential, sample_window

SPRING = 20.0
EDGES = np.linspace(-2.2, 2.2, 45)


def histograms(centres, seed):
    rng = np.random.default_rng(seed)
    counts = []
    for c in centres:
        noise = tf.constant(rng.standard_normal((8, 50, 48)), tf.float32)
        positions = sample_window(float(c), SPRING, noise)
        counts.append(np.histogram(positions, EDGES)[0])
    return np.array(counts, float)


def wham(counts, centres, rounds=400):
    mid = 0.5 * (EDGES[1:] + EDGES[:-1])
    bias = np.exp(-BETA * 0.5 * SPRING * (mid[None, :] - centres[:, None]) ** 2)
    totals = counts.sum(axis=1)
    f = np.ones(len(centres))
    for _ in range(rounds):
        density = counts.sum(axis=0) / np.maximum((totals * f) @ bias, 1e-12)
        density /= density.sum()
        f = 1.0 / np.maximum(bias @ density, 1e-12)
    return mid, density


def main():
    centres = np.arange(-1.8, 1.81, 0.3)
    counts = histograms(centres, seed=77)
    mid, density = wham(counts, centres)
    inside = (np.abs(mid) < 1.8) & (density > 0)
    free = -np.log(density[inside]) / BETA
    exact = potential(tf.constant(mid[inside], tf.float32)).numpy()
    free -= free.min()
    exact -= exact.min()
    print("windows", len(centres), "samples", int(counts.sum()))
    print("minimum at", round(abs(float(mid[inside][free.argmin()])), 1))
    print("barrier", round(float(free[np.abs(mid[inside]) < 0.3].max()), 1))
    print("rms error below", bool(np.sqrt(np.mean((free - exact) ** 2)) < 1.0))


if __name__ == "__main__":
    main()
