# planted: TFR107 starting momenta come as int32, int64, float32 and float64 arrays to one large traced function
# style: dynamical-systems lesson, functions with several families of initial conditions
"""Lyapunov exponents of the Chirikov standard map for several families of orbits."""
import numpy as np
import tensorflow as tf

ORBITS = 16
KICKS = 60
STRENGTH = 1.2
TWO_PI = 2 * np.pi


def kick(theta, p):
    p = tf.math.floormod(p + STRENGTH * tf.sin(theta), TWO_PI)
    return tf.math.floormod(theta + p, TWO_PI), p


def tangent(theta, a, b):
    """One step of the linearised map on the vector (a, b)."""
    b = b + STRENGTH * tf.cos(theta) * a
    return a + b, b


@tf.function
def finite_time_exponents(theta, p):
    theta = tf.cast(theta, tf.float64)
    p = tf.cast(p, tf.float64)
    a, b = tf.ones_like(p), tf.zeros_like(p)
    total = tf.zeros_like(p)
    history = []
    for n in range(KICKS):
        a, b = tangent(theta, a, b)
        theta, p = kick(theta, p)
        size = tf.sqrt(a * a + b * b)
        total += tf.math.log(size)
        a, b = a / size, b / size
        history.append(total / (n + 1.0))
    half = tf.stack(history[KICKS // 2:])
    wobble = tf.math.reduce_std(half, axis=0)
    return history[-1], wobble


def integer_momenta():
    return np.zeros(ORBITS), np.arange(ORBITS)


def lattice_momenta():
    return tf.range(ORBITS) % 4, tf.range(ORBITS)


def line_of_momenta():
    return np.full(ORBITS, np.pi), np.linspace(0, TWO_PI, ORBITS)


def random_momenta(seed):
    rng = np.random.default_rng(seed)
    draw = rng.uniform(0, TWO_PI, (2, ORBITS)).astype("float32")
    return draw[0], draw[1]


def resonance_momenta():
    return tf.zeros([ORBITS]), tf.linspace(0.0, 0.5, ORBITS)


def integer_angles():
    return np.arange(ORBITS), np.full(ORBITS, 0.5)


FAMILIES = {
    "integers": integer_momenta,
    "lattice": lattice_momenta,
    "line": line_of_momenta,
    "random": lambda: random_momenta(3),
    "resonance": resonance_momenta,
    "angles": integer_angles,
}


def main():
    for name, family in FAMILIES.items():
        theta, p = family()
        exponent, wobble = finite_time_exponents(theta, p)
        chaotic = float(tf.reduce_mean(tf.cast(exponent > 0.1, tf.float32)))
        print(f"{name}: mean exponent {float(tf.reduce_mean(exponent)):.3f}, chaotic {chaotic:.2f}, "
              f"wobble {float(tf.reduce_max(wobble)):.2f}")


if __name__ == "__main__":
    main()
