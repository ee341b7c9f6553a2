"""Madelung constants of rock-salt cubes and other clusters by direct summation."""
import itertools

import numpy as np
import tensorflow as tf

IONS = [tf.TensorSpec([None, 3], tf.float64), tf.TensorSpec([None], tf.float64)]


def rock_salt(nx, ny, nz):
    """Positions and charges of an nx x ny x nz block."""
    cells = np.array(list(itertools.product(range(nx), range(ny), range(nz))), "float64")
    charges = np.where(cells.sum(1) % 2 == 0, 1.0, -1.0)
    return cells - cells.mean(0), charges


class CoulombSum:
    def __init__(self, softening=0.0, screening=0.0):
        self.softening = softening
        self.screening = screening

    @tf.function(input_signature=IONS)
    def energy(self, r, q):
        d = r[:, None, :] - r[None, :, :]
        dist2 = tf.reduce_sum(d * d, -1) + self.softening ** 2
        pair = q[:, None] * q[None, :]
        same = tf.cast(dist2 <= self.softening ** 2, r.dtype)
        dist = tf.sqrt(dist2 + same)
        potential = pair * tf.exp(-self.screening * dist) / dist * (1.0 - same)
        return 0.5 * tf.reduce_sum(potential)

    @tf.function(input_signature=IONS)
    def breathing_force(self, r, q):
        with tf.GradientTape() as tape:
            scale = tf.ones([], r.dtype)
            tape.watch(scale)
            d = r[:, None, :] - r[None, :, :]
            same = tf.cast(tf.reduce_sum(d * d, -1) == 0.0, r.dtype)
            dist = tf.sqrt(tf.reduce_sum(d * d, -1) + same) * scale
            e = 0.5 * tf.reduce_sum(q[:, None] * q[None, :] * tf.exp(-self.screening * dist) / dist * (1.0 - same))
        return -tape.gradient(e, scale)

    def per_ion(self, r, q):
        return float(self.energy(r, q)) / len(q)


def blocks():
    for n in range(2, 8):
        yield f"cube {n}", (n, n, n)
    for n in range(4, 16, 2):
        yield f"rod {n}", (2, 2, n)
    for n in range(3, 9):
        yield f"slab {n}", (n, n, 2)


def main():
    solver = CoulombSum(screening=0.05)
    table = {}
    for label, shape in blocks():
        r, q = rock_salt(*shape)
        table[label] = (len(q), solver.per_ion(r, q), float(solver.breathing_force(r, q)) / len(q))
    for label in ("cube 2", "cube 7", "rod 14", "slab 8"):
        n, energy, force = table[label]
        print(f"{label}: {n} ions, energy/ion {energy:.4f}, breathing force/ion {force:.4f}")
    lowest = min(table, key=lambda k: table[k][1])
    print("most stable:", lowest)


if __name__ == "__main__":
    main()
