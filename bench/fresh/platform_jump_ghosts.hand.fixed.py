# planted: TFR105 bound methods of the level object are written at each call of the traced integrator
# style: games, physics of ghost players, classes with a traced helper that takes callables
"""Ghost runs for a platform game: integrate many candidate jumps against a level."""
import numpy as np
import tensorflow as tf


@tf.function
def fly(position, velocity, field, ground, frames):
    best = position[:, 1]
    for _ in tf.range(frames):
        velocity = velocity + 0.016 * field(position, velocity)
        position = position + 0.016 * velocity
        floor = ground(position[:, 0])
        landed = position[:, 1] < floor
        height = tf.where(landed, floor, position[:, 1])
        position = tf.stack([position[:, 0], height], 1)
        velocity = tf.where(landed[:, None], velocity * [0.6, 0.0], velocity)
        best = tf.maximum(best, height)
    return position, velocity, best


class Level:
    def __init__(self, gravity, wind, bumps):
        self.gravity = tf.constant([0.0, -gravity])
        self.wind = tf.constant([wind, 0.0])
        self.bumps = tf.constant(bumps, tf.float32)

    def acceleration(self, position, velocity):
        drag = -0.05 * velocity * tf.norm(velocity, axis=1, keepdims=True)
        return self.gravity + self.wind * tf.sigmoid(position[:, 1:] - 1.0) + drag

    def ground(self, x):
        d = x[:, None] - self.bumps[None, :, 0]
        return tf.reduce_sum(self.bumps[:, 1] * tf.exp(-d**2), axis=1)


class GhostRace:
    def __init__(self, level, ghosts, seed):
        rng = np.random.default_rng(seed)
        self.field, self.ground = level.acceleration, level.ground
        self.position = tf.zeros([ghosts, 2])
        self.velocity = tf.constant(rng.uniform([2, 2], [6, 8], (ghosts, 2)), tf.float32)
        self.record = 0.0

    def advance(self, frames):
        self.position, self.velocity, best = fly(
            self.position, self.velocity, self.field, self.ground, frames)
        self.record = max(self.record, float(tf.reduce_max(best)))

    def hop(self, strength):
        up = tf.constant([1.0, strength])
        self.velocity = self.velocity + up


def main():
    level = Level(9.8, 1.5, [[3.0, 0.5], [7.0, 1.2], [12.0, 0.8]])
    race = GhostRace(level, 32, 5)
    frames = tf.constant(10)
    for tick in range(30):
        race.advance(frames)
        if tick % 6 == 5:
            race.hop(4.0)
    print("furthest", round(float(tf.reduce_max(race.position[:, 0])), 2))
    print("median", round(float(np.median(race.position[:, 0])), 2))
    print("record height", round(race.record, 2))


if __name__ == "__main__":
    main()
