"""Spinodal decomposition of a binary alloy: Cahn-Hilliard with a growing time step."""
from dataclasses import dataclass

import numpy as np
import tensorflow as tf


@dataclass
class Quench:
    size: int = 48
    mobility: float = 1.0
    gradient_energy: float = 0.5
    dt: float = 0.004
    dt_growth: float = 1.09
    dt_max: float = 0.02
    frame: float = 0.1
    frames: int = 18
    mean: float = 0.05
    seed: int = 4


def laplacian(u):
    return (tf.roll(u, 1, 0) + tf.roll(u, -1, 0) + tf.roll(u, 1, 1)
            + tf.roll(u, -1, 1) - 4.0 * u)


class CahnHilliard:
    def __init__(self, cfg):
        self.cfg = cfg
        rng = np.random.default_rng(cfg.seed)
        start = cfg.mean + 0.05 * rng.standard_normal((cfg.size, cfg.size))
        self.c = tf.constant(start, tf.float32)
        self.dt = cfg.dt
        self.time = 0.0

    def potential(self, c):
        return c ** 3 - c - self.cfg.gradient_energy * laplacian(c)

    @tf.function
    def advance(self, c, dt, substeps):
        for _ in tf.range(substeps):
            c = c + dt * self.cfg.mobility * laplacian(self.potential(c))
        return c

    @tf.function
    def energy(self, c):
        gx = tf.roll(c, -1, 0) - c
        gy = tf.roll(c, -1, 1) - c
        bulk = 0.25 * (c * c - 1.0) ** 2
        return tf.reduce_mean(bulk + 0.5 * self.cfg.gradient_energy * (gx * gx + gy * gy))

    def next_frame(self):
        substeps = max(1, int(round(self.cfg.frame / self.dt)))
        self.c = self.advance(self.c, tf.constant(self.dt, tf.float32), tf.constant(substeps))
        self.time += substeps * self.dt
        self.dt = min(self.dt * self.cfg.dt_growth, self.cfg.dt_max)


def coarseness(c):
    spectrum = np.abs(np.fft.fft2(c - c.mean())) ** 2
    k = np.fft.fftfreq(c.shape[0])
    radius = np.sqrt(k[:, None] ** 2 + k[None, :] ** 2)
    return float((spectrum * radius).sum() / spectrum.sum())


def main():
    sim = CahnHilliard(Quench())
    for frame in range(sim.cfg.frames):
        sim.next_frame()
        if frame % 6 == 5:
            print(f"t={sim.time:.2f}  F={float(sim.energy(sim.c)):.4f}  k={coarseness(sim.c.numpy()):.3f}")
    print("mean composition", round(float(tf.reduce_mean(sim.c)), 3))


if __name__ == "__main__":
    main()
