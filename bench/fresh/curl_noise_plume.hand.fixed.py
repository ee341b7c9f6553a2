"""Smoke particles in a curl-noise wind, fed by an emitter that circles the origin."""
import math

import numpy as np
import tensorflow as tf


class Emitter:
    def __init__(self, centre, strength, spread=0.15):
        self.centre = centre
        self.strength = strength
        self.spread = spread


class Wind:
    """Divergence-free velocity from a sum of random stream functions."""

    def __init__(self, modes, seed):
        rng = np.random.default_rng(seed)
        self.k = tf.constant(rng.normal(0, 1.5, (modes, 2)), tf.float32)
        self.phase = tf.constant(rng.uniform(0, 2 * np.pi, modes), tf.float32)
        self.speed = tf.constant(rng.uniform(0.5, 2.0, modes), tf.float32)
        self.amplitude = tf.constant(rng.normal(0, 0.4, modes), tf.float32)

    def velocity(self, p, t):
        arg = p @ tf.transpose(self.k) + self.phase + self.speed * t
        slope = self.amplitude * tf.cos(arg)
        return tf.stack([slope @ self.k[:, 1:], -slope @ self.k[:, :1]], 1)[..., 0]


class Plume:
    def __init__(self, wind, capacity=400, per_frame=10, dt=0.05):
        self.wind, self.dt, self.per_frame = wind, dt, per_frame
        self.particles = tf.zeros([capacity, 2])
        self.age = tf.fill([capacity], 1e6)
        self.clock = 0.0

    @tf.function
    def advance(self, particles, age, puffs, centre, spread, strength, t):
        born = centre + spread * puffs
        particles = tf.concat([born, particles[:-self.per_frame]], 0)
        age = tf.concat([tf.zeros(self.per_frame), age[:-self.per_frame]], 0)
        v1 = self.wind.velocity(particles, t)
        v2 = self.wind.velocity(particles + 0.5 * self.dt * v1, t + 0.5 * self.dt)
        lift = strength * tf.exp(-age)[:, None] * tf.constant([[0.0, 1.0]])
        return particles + self.dt * (v2 + lift), age + self.dt

    def emitter_at(self, t):
        return Emitter(np.array([math.cos(t), math.sin(t)], "float32"), 1.0 + 0.5 * math.sin(3 * t))

    def frame(self, rng):
        puffs = rng.standard_normal((self.per_frame, 2)).astype("float32")
        emitter = self.emitter_at(self.clock)
        self.particles, self.age = self.advance(
            self.particles, self.age, puffs, emitter.centre, emitter.spread,
            tf.constant(emitter.strength, tf.float32), tf.constant(self.clock, tf.float32))
        self.clock += self.dt

    def alive(self, max_age=1e5):
        return self.particles.numpy()[self.age.numpy() < max_age]


def main():
    rng = np.random.default_rng(19)
    plume = Plume(Wind(modes=8, seed=2))
    for k in range(30):
        plume.frame(rng)
        if k % 10 == 9:
            cloud = plume.alive()
            print(f"frame {k + 1}: {len(cloud)} particles, height {cloud[:, 1].mean():.2f}, "
                  f"spread {cloud.std():.2f}")


if __name__ == "__main__":
    main()
