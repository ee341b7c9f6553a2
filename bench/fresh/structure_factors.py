# planted: TFR103 each reflection's Miller indices arrive as a tuple of Python ints
# style: tf.Module and a powder-pattern function, crystallography
"""Powder diffraction pattern of rutile from its structure factors."""
import itertools
import math

import numpy as np
import tensorflow as tf


class Crystal(tf.Module):
    def __init__(self, cell, atoms, wavelength=1.5406):
        super().__init__(name="crystal")
        self.cell = tf.constant(cell, tf.float64)
        self.sites = tf.constant([a[0] for a in atoms], tf.float64)
        self.charge = tf.constant([a[1] for a in atoms], tf.float64)
        self.thermal = tf.constant([a[2] for a in atoms], tf.float64)
        self.wavelength = wavelength

    @tf.function
    def reflection(self, hkl):
        """Sine of theta and squared structure factor of one reflection."""
        index = tf.cast(tf.stack(hkl), tf.float64)
        inv_d2 = tf.reduce_sum((index / self.cell) ** 2)
        s2 = inv_d2 / 4.0
        form = self.charge * (0.6 * tf.exp(-6.0 * s2) + 0.4 * tf.exp(-1.2 * s2))
        damped = form * tf.exp(-self.thermal * s2)
        phase = 2.0 * math.pi * tf.linalg.matvec(self.sites, index)
        real = tf.reduce_sum(damped * tf.cos(phase))
        imag = tf.reduce_sum(damped * tf.sin(phase))
        return 0.5 * self.wavelength * tf.sqrt(inv_d2), real ** 2 + imag ** 2


def multiplicity(h, k, l):
    signs = 2 ** sum(v != 0 for v in (h, k, l))
    return signs * (2 if h != k else 1)


def pattern(crystal, top=4):
    lines = {}
    for h, k, l in itertools.product(range(top), range(top), range(3)):
        if h < k or (h, k, l) == (0, 0, 0):
            continue
        sin_theta, f2 = (float(v) for v in crystal.reflection((h, k, l)))
        if sin_theta >= 1.0:
            continue
        theta = math.asin(sin_theta)
        lorentz = (1 + math.cos(2 * theta) ** 2) / (math.sin(theta) ** 2 * math.cos(theta))
        lines[(h, k, l)] = (math.degrees(2 * theta), multiplicity(h, k, l) * f2 * lorentz)
    return lines


def main():
    u = 0.305
    atoms = [((0, 0, 0), 22, 0.5), ((0.5, 0.5, 0.5), 22, 0.5),
             ((u, u, 0), 8, 0.6), ((1 - u, 1 - u, 0), 8, 0.6),
             ((0.5 + u, 0.5 - u, 0.5), 8, 0.6), ((0.5 - u, 0.5 + u, 0.5), 8, 0.6)]
    lines = pattern(Crystal((4.594, 4.594, 2.959), atoms))
    strongest = max(v for _, v in lines.values())
    ranked = sorted(lines.items(), key=lambda kv: -kv[1][1])
    for hkl, (angle, intensity) in ranked[:6]:
        print(hkl, f"2theta {angle:.2f}  relative {100 * intensity / strongest:.1f}")
    absent = [hkl for hkl, (_, v) in lines.items() if v < 1e-6 * strongest]
    print("lines", len(lines), "absent", len(absent))
    print("mean angle", round(float(np.mean([a for a, _ in lines.values()])), 2))


if __name__ == "__main__":
    main()
