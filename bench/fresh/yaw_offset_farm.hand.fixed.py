"""Steer the yaw of a row of wind turbines so that their wakes miss the neighbours."""
import math

import numpy as np
import tensorflow as tf

SPACING = 5.0
TURBINES = 6
positions = tf.constant([[SPACING * k, 0.4 * (k % 2)] for k in range(TURBINES)], tf.float32)


@tf.function
def farm_power(yaw, direction, speed):
    c, s = tf.cos(direction), tf.sin(direction)
    along = positions[:, 0] * c + positions[:, 1] * s
    across = positions[:, 1] * c - positions[:, 0] * s
    dx = along[:, None] - along[None, :]
    deflect = 0.3 * yaw[None, :] * tf.maximum(dx, 0.0) ** 0.5
    dy = across[:, None] - across[None, :] - deflect
    width = 0.5 + 0.07 * tf.maximum(dx, 0.0)
    deficit = 0.5 * tf.exp(-0.5 * (dy / width) ** 2) / (1.0 + 0.1 * tf.maximum(dx, 0.0))
    deficit = tf.where(dx > 0.1, deficit * tf.cos(yaw)[None, :], 0.0)
    total = tf.sqrt(tf.reduce_sum(deficit**2, axis=1))
    inflow = speed * (1.0 - total)
    return tf.reduce_sum(inflow**3 * tf.cos(yaw) ** 2) / 1000.0


def mast_records(seed, count):
    rng = np.random.default_rng(seed)
    for k in range(count):
        yield {
            "hour": k,
            "direction": math.radians(6 * math.sin(0.7 * k) + rng.normal(0, 1.0)),
            "speed": 7.5 + 2.0 * math.sin(0.4 * k) + rng.normal(0, 0.3),
        }


def steer(record, offsets=(-0.35, 0.0, 0.35)):
    """Front to back, keep the offset which gives the farm most power."""
    yaw = np.zeros(TURBINES, "float32")
    direction = tf.constant(record["direction"], tf.float32)
    speed = tf.constant(record["speed"], tf.float32)
    best = aligned = farm_power(yaw, direction, speed).numpy()
    for k in range(TURBINES - 1):
        for offset in offsets:
            trial = yaw.copy()
            trial[k] = offset
            power = farm_power(trial, direction, speed).numpy()
            if power > best:
                best, yaw = power, trial
    return aligned, best, yaw


def main():
    gains, turned = [], 0
    for record in mast_records(seed=3, count=12):
        aligned, best, yaw = steer(record)
        gains.append(best / aligned - 1.0)
        turned += int(np.count_nonzero(yaw))
    print("hours:", len(gains))
    print("mean gain: {:.2%}".format(float(np.mean(gains))))
    print("best gain: {:.2%}".format(float(np.max(gains))))
    print("turbines turned:", turned)


if __name__ == "__main__":
    main()
