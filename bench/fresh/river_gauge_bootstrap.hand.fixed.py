# planted: TFR504 the same mapped dataset is built again in every bootstrap round
# style: script with tf.data, extreme-value statistics
"""Bootstrap interval of the hundred-year flood from daily discharge of many gauges."""
import math

import numpy as np
import tensorflow as tf

YEARS = 60
ROUNDS = 25


def discharge(seed=19):
    rng = np.random.default_rng(seed)
    base = rng.gamma(2.0, 12.0, (YEARS, 365)) * (1.2 + np.sin(np.arange(365) / 365 * 2 * np.pi))
    floods = np.where(rng.random((YEARS, 365)) < 0.01, rng.gumbel(90, 45, (YEARS, 365)), 0.0)
    return (base + np.maximum(floods, 0)).astype("float32")


def smooth_peak(year):
    """Largest three-day mean of a year, with a logarithmic rating correction."""
    three = (year[:-2] + year[1:-1] + year[2:]) / 3.0
    peak = tf.reduce_max(three)
    return peak * (1.0 + 0.02 * tf.math.log1p(peak / 100.0))


def moments(peaks):
    ordered = np.sort(peaks)
    n = len(ordered)
    b0 = ordered.mean()
    b1 = (np.arange(n) / (n - 1) * ordered).mean()
    scale = (2 * b1 - b0) / math.log(2)
    return b0 - 0.5772 * scale, scale


def return_level(location, scale, years):
    return location - scale * math.log(-math.log(1 - 1 / years))


def resample(daily, rounds, seed=5):
    rng = np.random.default_rng(seed)
    levels = []
    peaks = tf.data.Dataset.from_tensor_slices(daily).map(smooth_peak).batch(YEARS)
    values = np.concatenate([batch.numpy() for batch in peaks])
    for _ in range(rounds):
        chosen = values[rng.integers(0, YEARS, YEARS)]
        levels.append(return_level(*moments(chosen), 100))
    return np.array(levels)


def main():
    daily = discharge()
    levels = resample(daily, ROUNDS)
    low, middle, high = np.quantile(levels, [0.1, 0.5, 0.9])
    print(f"hundred-year flood: {middle:.1f} m3/s, 80% interval {low:.1f} to {high:.1f}")
    print("relative width:", round(float((high - low) / middle), 3))


main()
