# planted: TFR105 the lattice's bound energy method is passed anew on every relaxation step
# style: class for the physics, generic minimiser function
"""Relaxes a bent triangular spring lattice with the FIRE minimiser while it is stretched."""
import numpy as np
import tensorflow as tf


class Lattice:
    def __init__(self, rows, cols, seed=2):
        rng = np.random.default_rng(seed)
        points = np.array([(c + 0.5 * (r % 2), r * 0.866) for r in range(rows) for c in range(cols)])
        distance = np.linalg.norm(points[:, None] - points[None], axis=2)
        i, j = np.nonzero(np.triu((distance > 0) & (distance < 1.1)))
        self.i, self.j = tf.constant(i), tf.constant(j)
        self.rest = tf.constant(distance[i, j], tf.float32)
        self.stiff = tf.constant(rng.uniform(0.5, 1.5, len(i)), tf.float32)
        self.points = tf.constant(points, tf.float32)
        edge = (points[:, 0] < 0.6) | (points[:, 0] > cols - 1.1)
        self.free = tf.constant((~edge)[:, None], tf.float32)

    def energy(self, x):
        length = tf.norm(tf.gather(x, self.i) - tf.gather(x, self.j), axis=1)
        stretch = length - self.rest
        return tf.reduce_sum(0.5 * self.stiff * stretch ** 2 + 0.3 * stretch ** 4)

    def stretched(self, factor):
        return self.points * tf.constant([factor, 1.0])


@tf.function
def fire_step(energy, x, v, free, dt, mix):
    """One FIRE step: positions, velocities and the power that steers dt."""
    with tf.GradientTape() as tape:
        tape.watch(x)
        e = energy(x)
    force = -tape.gradient(e, x) * free
    power = tf.reduce_sum(force * v)
    unit = force / (tf.norm(force) + 1e-9)
    v = tf.where(power > 0, (1.0 - mix) * v + mix * unit * tf.norm(v), tf.zeros_like(v))
    v = v + dt * force
    return x + dt * v, v, e, power, tf.reduce_max(tf.abs(force))


def relax(lattice, x, steps=16):
    energy = lattice.energy
    v = tf.zeros_like(x)
    dt, mix = tf.constant(0.2), tf.constant(0.1)
    for _ in range(steps):
        x, v, e, power, worst = fire_step(energy, x, v, lattice.free, dt, mix)
        if power > 0:
            dt, mix = tf.minimum(dt * 1.1, 0.5), mix * 0.99
        else:
            dt, mix = dt * 0.5, tf.constant(0.1)
    return x, float(e), float(worst)


def main():
    lattice = Lattice(6, 8)
    energies = []
    for factor in (1.02, 1.06, 1.10):
        x, e, worst = relax(lattice, lattice.stretched(factor))
        energies.append(e)
        height = float(tf.reduce_max(x[:, 1]) - tf.reduce_min(x[:, 1]))
        print(f"stretch {factor:.2f}: energy {e:.4f}, largest force {worst:.4f}, height {height:.3f}")
    print("stiffening:", round(energies[2] / energies[0] * (0.02 / 0.10) ** 2, 3))


main()
