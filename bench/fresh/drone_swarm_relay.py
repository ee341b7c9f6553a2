# planted: TFR201 the number of drones with enough charge differs per tick, so boolean-masked positions of many sizes reach the traced relay planner
# style: simulation, robotics communication, boolean_mask
"""Relay quality of a drone swarm while drones drop out and return after charging."""
import numpy as np
import tensorflow as tf

DRONES = 48
BASE = tf.constant([[0.0, 0.0]])


@tf.function
def relay_quality(positions, target):
    nodes = tf.concat([BASE, positions, target[None, :]], 0)
    diff = nodes[:, None, :] - nodes[None, :, :]
    distance = tf.sqrt(tf.reduce_sum(diff**2, -1) + 1e-6)
    link = tf.exp(-((distance / 3.0) ** 2))
    reach = link[0]
    for _ in tf.range(8):
        reach = tf.maximum(reach, tf.reduce_max(reach[:, None] * link, axis=0))
    degree = tf.reduce_sum(tf.cast(link > 0.3, tf.float32), 1)
    return reach[-1], tf.reduce_mean(degree)


class Swarm:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.positions = tf.constant(self.rng.normal(0, 4, (DRONES, 2)), tf.float32)
        self.charge = tf.constant(self.rng.uniform(0.3, 1.0, DRONES), tf.float32)

    def flying(self):
        return self.charge > 0.25

    def tick(self, target):
        up = self.flying()
        active = tf.boolean_mask(self.positions, up)
        quality, degree = relay_quality(active, target)
        drift = tf.constant(self.rng.normal(0, 0.3, (DRONES, 2)), tf.float32)
        pull = 0.05 * (target[None, :] * 0.5 - self.positions)
        self.positions = self.positions + drift + pull
        drain = tf.constant(self.rng.uniform(0.02, 0.09, DRONES), tf.float32)
        charged = tf.where(up, self.charge - drain, self.charge + 0.12)
        self.charge = tf.clip_by_value(charged, 0.0, 1.0)
        return float(quality), float(degree), int(tf.size(active)) // 2


def mission(ticks, seed):
    swarm = Swarm(seed)
    rows = []
    for k in range(ticks):
        angle = 2 * np.pi * k / ticks
        target = tf.constant([9.0 * np.cos(angle), 9.0 * np.sin(angle)], tf.float32)
        rows.append(swarm.tick(target))
    return np.array(rows)


def main():
    rows = mission(60, 90)
    print("quality mean", round(float(rows[:, 0].mean()), 3), "worst", round(float(rows[:, 0].min()), 3))
    print("degree", round(float(rows[:, 1].mean()), 2))
    print("drones up", int(rows[:, 2].min()), "to", int(rows[:, 2].max()))


if __name__ == "__main__":
    main()
