# planted: TFR201 TFR101 the list of pairs changes its length and the thermostat's target is a Python float
# style: computational chemist, class with properties and a run loop
"""Lennard-Jones droplet in reduced units with a neighbour list and a ramped thermostat."""
import numpy as np
import tensorflow as tf


class Droplet:
    def __init__(self, side=3, cutoff=2.2, skin=0.3, seed=6):
        rng = np.random.default_rng(seed)
        grid = np.stack(np.meshgrid(*[np.arange(side)] * 3, indexing="ij"), -1).reshape(-1, 3)
        self.positions = tf.Variable(1.2 * grid + rng.normal(0, 0.03, grid.shape), dtype=tf.float64)
        velocity = rng.normal(0, 0.8, grid.shape)
        self.velocities = tf.Variable(velocity - velocity.mean(axis=0), dtype=tf.float64)
        self.cutoff, self.skin = cutoff, skin

    @property
    def temperature(self):
        return float(tf.reduce_mean(self.velocities**2))

    def neighbours(self):
        r = self.positions.numpy()
        i, j = np.triu_indices(len(r), 1)
        near = np.linalg.norm(r[i] - r[j], axis=1) < self.cutoff + self.skin
        return i[near].astype(np.int32), j[near].astype(np.int32)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32), tf.TensorSpec([None], tf.int32)])
    def forces(self, i, j):
        d = tf.gather(self.positions, i) - tf.gather(self.positions, j)
        r2 = tf.reduce_sum(d * d, axis=1)
        inside = tf.cast(r2 < self.cutoff**2, tf.float64)
        s6 = 1.0 / r2**3
        energy = tf.reduce_sum(inside * 4.0 * (s6 * s6 - s6))
        pair = (inside * 24.0 * (2.0 * s6 * s6 - s6) / r2)[:, None] * d
        count = tf.shape(self.positions)[0]
        total = tf.math.unsorted_segment_sum(pair, i, count) - tf.math.unsorted_segment_sum(pair, j, count)
        return total, energy

    @tf.function
    def half_kick(self, force, dt):
        self.velocities.assign_add(0.5 * dt * force)

    @tf.function
    def thermostat(self, target, strength):
        now = tf.reduce_mean(self.velocities**2)
        self.velocities.assign(self.velocities * tf.sqrt(1.0 + strength * (target / now - 1.0)))

    def run(self, steps, start, stop, dt=0.005):
        i, j = self.neighbours()
        force, energy = self.forces(i, j)
        for step in range(steps):
            self.half_kick(force, dt)
            self.positions.assign_add(dt * self.velocities)
            if step % 5 == 0:
                i, j = self.neighbours()
            force, energy = self.forces(i, j)
            self.half_kick(force, dt)
            target = start + (stop - start) * step / steps
            self.thermostat(tf.constant(target, tf.float64), 0.05)
            if step % 20 == 19:
                print(f"step {step + 1:3d}: pairs {len(i):3d}  energy {float(energy):.4f}  T {self.temperature:.4f}")


if __name__ == "__main__":
    droplet = Droplet()
    droplet.run(80, 0.7, 1.4)
    centred = droplet.positions.numpy() - droplet.positions.numpy().mean(axis=0)
    print("radius of gyration", round(float(np.sqrt((centred**2).sum(axis=1).mean())), 4))
