# planted: TFR105 the load program wraps the material law in a new partial for every increment of the traced Newton solver
# style: NamedTuple state, functools.partial, load history
"""Stress-strain loops of a bar with kinematic and isotropic hardening (viscoplastic)."""
from functools import partial
from typing import NamedTuple

import numpy as np
import tensorflow as tf

STEEL = {
    "young": 205e3, "yield": 250.0, "kinematic": 18e3, "recall": 90.0,
    "isotropic": 60.0, "rate": 12.0, "viscosity": 180.0, "exponent": 4.0,
}


class Points(NamedTuple):
    plastic_strain: tf.Tensor
    back: tf.Tensor
    accumulated: tf.Tensor


def chaboche(unknowns, old, strain, dt, material):
    """Residuals of the backward Euler step, one row per material point."""
    stress, back, dp = tf.unstack(unknowns, axis=1)
    over = stress - back
    sign = tf.tanh(over / 2.0)
    hardening = material["isotropic"] * (1.0 - tf.exp(-material["rate"] * (old.accumulated + dp)))
    excess = tf.nn.softplus((tf.abs(over) - material["yield"] - hardening) / 5.0) * 5.0
    flow = (excess / material["viscosity"]) ** material["exponent"]
    r_stress = (stress - material["young"] * (strain - old.plastic_strain - dp * sign)) / 100.0
    r_back = (back - old.back - material["kinematic"] * dp * sign + material["recall"] * dp * back) / 100.0
    r_dp = 1e3 * (dp - dt * flow)
    return tf.stack([r_stress, r_back, r_dp], axis=1)


@tf.function
def newton(residual, guess, old, strain, dt):
    x = guess
    for _ in tf.range(25):
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            parts = tf.unstack(residual(x, old, strain, dt), axis=1)
        rows = [tape.gradient(part, x) for part in parts]
        jac = tf.stack(rows, axis=1)
        r = tf.stack(parts, axis=1)
        step = tf.linalg.solve(jac, r[:, :, None])[:, :, 0]
        x = x - tf.clip_by_value(step, [-80.0, -40.0, -4e-4], [80.0, 40.0, 4e-4])
    return x, tf.reduce_max(tf.abs(r))


def strain_program(cycles, per_cycle, amplitude):
    t = np.arange(1, cycles * per_cycle + 1) / per_cycle
    return amplitude * np.sin(2.0 * np.pi * t)


def run(points, material, cycles=2, per_cycle=6):
    spread = tf.constant(np.linspace(0.9, 1.1, points), tf.float32)
    zero = tf.zeros([points])
    old = Points(zero, zero, zero)
    guess = tf.zeros([points, 3])
    dt = tf.constant(0.5)
    history = []
    law = partial(chaboche, material=material)
    for strain in strain_program(cycles, per_cycle, amplitude=0.006):
        total = tf.constant(strain, tf.float32) * spread
        x, error = newton(law, guess, old, total, dt)
        stress, back, dp = tf.unstack(x, axis=1)
        old = Points(total - stress / material["young"], back, old.accumulated + dp)
        guess = tf.stack([stress, back, tf.zeros_like(dp)], axis=1)
        history.append((strain, float(stress[points // 2]), float(old.accumulated[points // 2]), float(error)))
    return np.array(history)


history = run(points=24, material=STEEL)
strain, stress, plastic, error = history.T
print("increments", len(history))
print("stress range %.1f to %.1f MPa" % (stress.min(), stress.max()))
print("accumulated plastic strain %.4f" % plastic[-1])
print("residuals below 0.1:", int(np.sum(error < 0.1)))
