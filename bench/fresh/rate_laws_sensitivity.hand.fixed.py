# planted: TFR507 TFR101 the Jacobian is taken eagerly at each time step and the temperature is a Python float
# style: chemical engineer, functions over arrays
"""Backward Euler for A -> B -> C with a temperature ramp, with sensitivities to the activation energies."""
import numpy as np
import tensorflow as tf

GAS = 8.314e-3
PREFACTORS = tf.constant([2.0e3, 8.0e3], tf.float64)


@tf.function
def rates(c, temperature, energies):
    k = PREFACTORS * tf.exp(-energies / (GAS * temperature))
    first, second = k[0] * c[0], k[1] * c[1] ** 1.5
    return tf.stack([-first, first - second, second])


@tf.function
def jacobians(c, temperature, energies):
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([c, energies])
        r = rates(c, temperature, energies)
    return r, tape.jacobian(r, c), tape.jacobian(r, energies)


def implicit_step(c, s, temperature, energies, dt):
    eye = tf.eye(3, dtype=tf.float64)
    new = c
    for _ in range(2):
        r, by_c, by_e = jacobians(new, temperature, energies)
        residual = new - c - dt * r
        new = new - tf.linalg.solve(eye - dt * by_c, residual[:, None])[:, 0]
        new = tf.maximum(new, 1e-9)
    s = tf.linalg.solve(eye - dt * by_c, s + dt * by_e)
    return new, s


def simulate(ramp, steps=7, dt=0.4):
    c = tf.constant([1.0, 0.02, 0.0], tf.float64)
    s = tf.zeros([3, 2], tf.float64)
    energies = tf.constant([22.0, 27.0], tf.float64)
    for step in range(steps):
        temperature = tf.constant(300.0 + ramp * step * dt, tf.float64)
        c, s = implicit_step(c, s, temperature, energies, dt)
    return c.numpy(), s.numpy()


if __name__ == "__main__":
    for ramp in (0.0, 8.0):
        c, s = simulate(ramp)
        print(f"ramp {ramp:4.1f} K/s: A {c[0]:.4f}  B {c[1]:.4f}  C {c[2]:.4f}")
        print("   dB/dE", np.round(s[1], 5).tolist(), " dC/dE", np.round(s[2], 5).tolist())
