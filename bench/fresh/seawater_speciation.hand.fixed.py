# planted: TFR304 autograph is off, so the Newton while loop on a tensor fails to trace and every sample falls back
# style: chemistry, solver with an eager fallback
"""Carbonate chemistry of sea water: pH from alkalinity and dissolved carbon."""
import functools

import numpy as np
import tensorflow as tf


def compiled(fn):
    """Compile a solver; where that is not possible, run it eagerly."""
    graph = tf.function(fn)

    @functools.wraps(fn)
    def run(*args):
        try:
            return graph(*args)
        except TypeError:
            return fn(*args)
    return run


def charge_balance(ph, carbon, boron, alkalinity, k1, k2, kb):
    h = 10.0 ** -ph
    denominator = h * h + k1 * h + k1 * k2
    carbonate = carbon * (k1 * h + 2.0 * k1 * k2) / denominator
    borate = boron * kb / (kb + h)
    water = 6.0e-14 / h - h
    return carbonate + borate + water - alkalinity


@compiled
def solve_ph(carbon, alkalinity, temperature, salinity):
    """Damped Newton for a whole depth profile at once."""
    k1 = 10.0 ** -(6.0 - 0.008 * (temperature - 15.0))
    k2 = 10.0 ** -(9.1 - 0.012 * (temperature - 15.0))
    kb = 10.0 ** -(8.7 - 0.010 * (temperature - 15.0))
    boron = 4.2e-4 * salinity / 35.0
    ph = tf.fill(tf.shape(carbon), tf.constant(8.0, tf.float64))
    error = tf.constant(1.0, tf.float64)
    while error > 1e-9:
        with tf.GradientTape() as tape:
            tape.watch(ph)
            residual = charge_balance(ph, carbon, boron, alkalinity, k1, k2, kb)
        slope = tape.gradient(residual, ph)
        change = tf.clip_by_value(residual / slope, -0.2, 0.2)
        ph = ph - change
        error = tf.reduce_max(tf.abs(change))
    return ph


def station(number, depths=30):
    rng = np.random.default_rng(number)
    z = np.linspace(0, 1, depths)
    carbon = 1.98e-3 + 2.2e-4 * z + rng.normal(0, 5e-6, depths)
    alkalinity = 2.30e-3 + 8e-5 * z + rng.normal(0, 4e-6, depths)
    temperature = 22.0 * np.exp(-3 * z) + 2.0 + number % 4
    salinity = 35.0 + 0.3 * np.sin(number + z)
    return [tf.constant(a, tf.float64) for a in (carbon, alkalinity, temperature, salinity)]


def cruise(stations):
    return np.array([solve_ph(*station(number)).numpy() for number in range(stations)])


if __name__ == "__main__":
    ph = cruise(40)
    print("surface pH:", round(float(ph[:, 0].mean()), 4), "deep pH:", round(float(ph[:, -1].mean()), 4))
    print("lowest pH:", round(float(ph.min()), 4), "at level", int(ph.mean(axis=0).argmin()))
    print("stations below 7.8 at depth:", int((ph[:, -1] < 7.8).sum()), "of", len(ph))
