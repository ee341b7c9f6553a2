"""Shallow ice on a slope, explicit in time."""
import tensorflow as tf

N = 61
LENGTH = 6000.0
DX = LENGTH / (N - 1)
SUBSTEPS = 12
DIFFUSION = 2.0e-3


def grid():
    return tf.linspace(0.0, LENGTH, N)


def bed_profile():
    x = grid()
    return 3200.0 - 0.1 * x + 30.0 * tf.sin(x / 700.0)


def volume(ice):
    """in km2, the glacier has no width"""
    return float(tf.reduce_sum(ice)) * DX / 1e6


def mass_balance(surface, climate):
    return tf.minimum(climate["snow_cap"], climate["gradient"] * (surface - climate["ela"]))


@tf.function
def year_step(ice, bed, climate):
    for _ in tf.range(SUBSTEPS):
        surface = bed + ice
        slope = (surface[1:] - surface[:-1]) / DX
        thick = 0.5 * (ice[1:] + ice[:-1])
        flux = -DIFFUSION * thick**3 * slope
        divergence = tf.pad(flux, [[0, 1]]) - tf.pad(flux, [[1, 0]])
        ice = ice + (mass_balance(surface, climate) - divergence / DX) / SUBSTEPS
        ice = tf.maximum(ice, 0.0)
    return ice
