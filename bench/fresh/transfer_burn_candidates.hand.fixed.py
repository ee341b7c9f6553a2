"""Differential evolution for a two-burn transfer between circular orbits (units: radius and period scaled)."""
from dataclasses import astuple, dataclass

import numpy as np
import tensorflow as tf

TARGET = 1.5
STEPS = 240
DT = 0.03


@dataclass(frozen=True)
class Burn:
    first: float
    angle: float
    coast: float
    second: float

    @property
    def cost(self):
        return abs(self.first) + abs(self.second)


def gravity(r):
    return -r / tf.norm(r) ** 3


@tf.function
def fly(first, angle, coast, second):
    """Leapfrog from the inner orbit; returns final radius, radial and circular speed error."""
    r = tf.constant([1.0, 0.0])
    v = tf.stack([first * tf.sin(angle), 1.0 + first * tf.cos(angle)])
    done = tf.constant(False)
    t = tf.constant(0.0)
    for _ in tf.range(STEPS):
        v_half = v + 0.5 * DT * gravity(r)
        r = r + DT * v_half
        v = v_half + 0.5 * DT * gravity(r)
        t += DT
        if t >= coast and not done:
            v += second * v / tf.norm(v)
            done = tf.constant(True)
    radius = tf.norm(r)
    radial = tf.reduce_sum(r * v) / radius
    energy = 0.5 * tf.reduce_sum(v ** 2) - 1.0 / radius
    return radius, radial, energy + 0.5 / TARGET


def penalty(vector):
    burn = Burn(*(float(c) for c in vector))
    radius, radial, energy = fly(*tf.constant(astuple(burn), tf.float32))
    miss = abs(float(radius) - TARGET) + abs(float(radial)) + 2.0 * abs(float(energy))
    return burn.cost + 3.0 * miss


def evolve(low, high, members, generations, seed):
    rng = np.random.default_rng(seed)
    swarm = rng.uniform(low, high, (members, len(low)))
    scores = np.array([penalty(m) for m in swarm])
    history = [scores.min()]
    for _ in range(generations):
        for i in range(members):
            a, b, c = swarm[rng.choice(members, 3, replace=False)]
            trial = np.where(rng.random(len(low)) < 0.8, a + 0.6 * (b - c), swarm[i])
            trial = np.clip(trial, low, high)
            score = penalty(trial)
            if score < scores[i]:
                swarm[i], scores[i] = trial, score
        history.append(scores.min())
    return swarm[scores.argmin()], history


def main():
    low, high = np.array([0.0, -0.5, 2.0, 0.0]), np.array([0.3, 0.5, 6.5, 0.3])
    best, history = evolve(low, high, members=7, generations=5, seed=1925)
    print("flights", 7 * len(history))
    print("score", round(history[0], 2), "to", round(history[-1], 2))
    print("improved", history[-1] < history[0])
    print("coast inside", bool(2.0 <= best[2] <= 6.5))


if __name__ == "__main__":
    main()
