"""Pollen counts at stations: hierarchical Poisson model of season peaks, grid-Gibbs over station effects."""
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(303)
STATIONS = ("Basel", "Bern", "Davos", "Lugano")
DAYS = tf.range(40, dtype=tf.float32)
GRID = tf.linspace(-3.0, 3.0, 121)


def season_shape(peak):
    return tf.exp(-0.5 * tf.square((DAYS - peak) / 7.0))


def observed():
    effects = rng.normal(0.5, 0.8, len(STATIONS))
    peaks = rng.uniform(14, 24, len(STATIONS))
    return [tf.constant(rng.poisson(np.exp(1.5 + e) * season_shape(p).numpy()), tf.float32)
            for e, p in zip(effects, peaks)], effects


def level_conditional(counts, peak, mean, spread, level):
    rate = tf.exp(1.5 + level)[:, None] * season_shape(peak)
    fit = tf.reduce_sum(counts * tf.math.log(rate + 1e-6) - rate, axis=1)
    return fit - 0.5 * tf.square((level - mean) / spread)


def peak_conditional(counts, level, offset):
    peaks = 19.0 + 3.0 * offset
    shapes = tf.map_fn(season_shape, peaks)
    rate = tf.exp(1.5 + level) * shapes
    return tf.reduce_sum(counts * tf.math.log(rate + 1e-6) - rate, axis=1)


@tf.function
def draw_on_grid(conditional, grid, uniform, *given):
    log_p = conditional(*given, grid)
    cdf = tf.cumsum(tf.nn.softmax(log_p))
    return grid[tf.minimum(tf.searchsorted(cdf, uniform[None])[0], tf.size(grid) - 1)]


def sweep(counts, levels, peaks, mean, spread):
    for s, y in enumerate(counts):
        u = tf.constant(rng.uniform(size=2), tf.float32)
        levels[s] = draw_on_grid(level_conditional, GRID, u[0], y, peaks[s], mean, spread)
        peaks[s] = 19.0 + 3.0 * draw_on_grid(peak_conditional, GRID, u[1], y, levels[s])
    stacked = tf.stack(levels)
    mean = tf.reduce_mean(stacked) + spread / len(levels) ** 0.5 * float(rng.normal())
    return levels, peaks, mean


def main(sweeps=6, burn=2):
    counts, effects = observed()
    levels = [tf.constant(0.0) for _ in STATIONS]
    peaks = [tf.constant(19.0) for _ in STATIONS]
    mean, spread = tf.constant(0.0), tf.constant(1.0)
    kept = []
    for k in range(sweeps):
        levels, peaks, mean = sweep(counts, levels, peaks, mean, spread)
        if k >= burn:
            kept.append([float(v) for v in levels + peaks])
    kept = np.mean(kept, axis=0)
    for s, station in enumerate(STATIONS):
        print(f"{station:7s} effect {kept[s]:5.2f} (true {effects[s]:5.2f}), peak day {kept[4 + s]:5.2f}")


main()
