# planted: TFR101 each trial period of the search is a Python float argument
# style: class with a search method, coarse then fine grid
"""Rotation period of an asteroid from sparse photometry (Fourier least squares)."""
import numpy as np
import tensorflow as tf


def observations(period=7.32, n=180, seed=4):
    rng = np.random.default_rng(seed)
    nights = rng.integers(0, 25, n) * 24.0
    t = np.sort(nights + rng.uniform(0, 6, n))
    phase = 2 * np.pi * t / period
    mag = 14.2 + 0.18 * np.cos(2 * phase) + 0.05 * np.sin(phase) + 0.03 * np.cos(4 * phase + 0.6)
    err = np.full(n, 0.02)
    return t, mag + rng.normal(0, err), err


class PeriodSearch:
    """Scans rotation periods; at each one the harmonics are fitted linearly."""

    def __init__(self, t, mag, err, harmonics=4):
        self.t = tf.constant(t, tf.float64)
        self.mag = tf.constant(mag, tf.float64)
        self.weight = tf.constant(1.0 / err, tf.float64)
        self.harmonics = harmonics
        self.history = []

    @tf.function
    def chi2(self, period):
        omega = 2.0 * np.pi / period
        columns = [tf.ones_like(self.t)]
        for k in range(1, self.harmonics + 1):
            columns.append(tf.cos(k * omega * self.t))
            columns.append(tf.sin(k * omega * self.t))
        design = tf.stack(columns, axis=1) * self.weight[:, None]
        target = (self.mag * self.weight)[:, None]
        coef = tf.linalg.lstsq(design, target, fast=True, l2_regularizer=1e-6)
        return tf.reduce_sum((target - design @ coef) ** 2)

    def scan(self, low, high, n):
        best_period, best_value = None, float("inf")
        width = (high - low) / (n - 1)
        for i in range(n):
            period = low + i * width
            value = float(self.chi2(tf.constant(period, tf.float64)))
            self.history.append((period, value))
            if value < best_value:
                best_period, best_value = period, value
        return best_period, best_value, width

    def run(self, low, high, n=45, rounds=3):
        for level in range(rounds):
            period, value, width = self.scan(low, high, n)
            print(f"round {level}: period {period:.4f} h, chi2 {value:.2f}")
            low, high = period - 2 * width, period + 2 * width
            n = 15
        return period


if __name__ == "__main__":
    search = PeriodSearch(*observations())
    final = search.run(6.9, 7.7)
    print(f"adopted period {final:.3f} h after {len(search.history)} trials")
