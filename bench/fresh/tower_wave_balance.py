# planted: TFR104 a new frozen dataclass with the wave settings is built for every call of the traced simulation
# style: dataclasses, game balance sweep, tf.Module
"""Balance a tower defence game: how much damage must the towers deal so that few enemies leak?"""
from dataclasses import dataclass, replace

import numpy as np
import tensorflow as tf


@dataclass(frozen=True)
class WaveSpec:
    speed: float
    armour: float
    regeneration: float
    flying: bool = False


PRESETS = {
    "grunts": WaveSpec(speed=1.0, armour=0.5, regeneration=0.0),
    "runners": WaveSpec(speed=1.9, armour=0.1, regeneration=0.0),
    "trolls": WaveSpec(speed=0.7, armour=1.0, regeneration=0.25),
}


def wave_for(kind, air_raid):
    return replace(PRESETS[kind], flying=air_raid)


class Battlefield(tf.Module):
    def __init__(self, towers, ranges):
        super().__init__()
        self.towers = tf.constant(towers, tf.float32)
        self.ranges = tf.constant(ranges, tf.float32)
        self.length = 30.0

    @tf.function
    def leaked(self, health, spacing, damage, wave):
        position = -spacing
        steps = tf.cast(70.0 / wave.speed, tf.int32)
        for _ in tf.range(steps):
            position += 0.5 * wave.speed
            near = tf.abs(position[:, None] - self.towers[None, :]) < self.ranges[None, :]
            if wave.flying:
                near = tf.logical_and(near, (self.ranges > 3.0)[None, :])
            shots = tf.reduce_sum(tf.cast(near, tf.float32), axis=1)
            hit = shots * tf.nn.relu(damage - wave.armour)
            alive = tf.cast(health > 0.0, tf.float32)
            health = health - alive * (0.5 * hit - wave.regeneration * 0.5)
        through = tf.logical_and(position > self.length, health > 0.0)
        return tf.reduce_mean(tf.cast(through, tf.float32))


def damage_needed(field, kind, air_raid, rng, rounds=7):
    """Bisection on the damage per shot."""
    low, high = 0.2, 12.0
    spacing = tf.constant(np.sort(rng.uniform(0.0, 8.0, 60)), tf.float32)
    health = tf.constant(rng.gamma(12.0, 1.5, 60), tf.float32)
    for _ in range(rounds):
        damage = 0.5 * (low + high)
        share = field.leaked(health, spacing, tf.constant(damage, tf.float32), wave_for(kind, air_raid))
        if float(share) > 0.1:
            low = damage
        else:
            high = damage
    return high


def main():
    rng = np.random.default_rng(17)
    field = Battlefield(towers=[5.0, 9.0, 14.0, 22.0], ranges=[2.5, 4.0, 2.5, 3.5])
    for kind in PRESETS:
        for air_raid in (False, True):
            label = kind + (" (air)" if air_raid else "")
            print(f"{label:14s} damage {damage_needed(field, kind, air_raid, rng):.3f}")


if __name__ == "__main__":
    main()
