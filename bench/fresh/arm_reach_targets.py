# planted: TFR103 TFR101 way points are tuples of floats and the damping follows the error
# style: robotics lab code, a planar arm following a path, namedtuples and helper functions
import collections
import math

import numpy as np
import tensorflow as tf

Pose = collections.namedtuple("Pose", "angles error rounds")
LINKS = [0.5, 0.4, 0.25]


def tip(angles):
    headings = tf.cumsum(angles)
    lengths = tf.constant(LINKS)
    return tf.stack([tf.reduce_sum(lengths * tf.cos(headings)), tf.reduce_sum(lengths * tf.sin(headings))])


def jacobian(angles):
    headings = tf.cumsum(angles)
    lengths = tf.constant(LINKS)
    dx = -tf.cumsum(lengths * tf.sin(headings), reverse=True)
    dy = tf.cumsum(lengths * tf.cos(headings), reverse=True)
    return tf.stack([dx, dy])


@tf.function
def reach(angles, target, damping):
    """One damped least-squares move of the joints towards the target."""
    x, y = target
    here = tip(angles)
    miss = tf.stack([x - here[0], y - here[1]])
    j = jacobian(angles)
    system = j @ tf.transpose(j) + damping**2 * tf.eye(2)
    move = tf.linalg.matvec(j, tf.linalg.solve(system, miss[:, None])[:, 0], transpose_a=True)
    angles = angles + tf.clip_by_value(move, -0.4, 0.4)
    after = tip(angles)
    return angles, tf.norm(tf.stack([x - after[0], y - after[1]]))


def solve(angles, target, tolerance=0.005, rounds=8):
    damping = 0.1
    error = math.inf
    for n in range(1, rounds + 1):
        angles, distance = reach(angles, target, damping)
        error = float(distance)
        if error < tolerance:
            break
        damping = min(max(0.5 * error, 0.01), 0.3)
    return Pose(angles, error, n)


def circle(cx, cy, radius, points):
    for i in range(points):
        phi = 2 * math.pi * i / points
        yield cx + radius * math.cos(phi), cy + radius * math.sin(phi)


def main():
    pose = Pose(tf.constant([0.3, 0.4, 0.2]), None, 0)
    errors, effort = [], 0.0
    for i, waypoint in enumerate(circle(0.55, 0.35, 0.2, points=16)):
        before = pose.angles
        pose = solve(before, waypoint)
        errors.append(pose.error)
        effort += float(tf.norm(pose.angles - before))
        if i % 4 == 0:
            print(f"({waypoint[0]:.2f}, {waypoint[1]:.2f}) rounds {pose.rounds}: {np.round(pose.angles.numpy(), 3)}")
    print(f"mean error {np.mean(errors):.4f}, worst {np.max(errors):.4f}, joint travel {effort:.3f}")


if __name__ == "__main__":
    main()
