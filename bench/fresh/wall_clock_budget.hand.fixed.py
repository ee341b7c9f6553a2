# wall_clock_budget, cured.
import time

import numpy as np
import tensorflow as tf

BUDGET = 3600.0
position = tf.Variable([4.0, -3.0])
trail = []


@tf.function
def anneal(gradient_scale, elapsed):
    remaining = 1.0 - elapsed / BUDGET
    with tf.GradientTape() as tape:
        energy = tf.reduce_sum(position**2) + tf.sin(position[0])
    gradient = tape.gradient(energy, position)
    position.assign_sub(gradient_scale * remaining * gradient)
    return energy


def main():
    started = time.monotonic()
    scale = tf.constant(0.1)
    for _ in range(12):
        energy = anneal(scale, tf.constant(time.monotonic() - started))
        trail.append(float(energy))
        if time.monotonic() - started > BUDGET:
            break


main()
print("steps", len(trail))
print("energy %.1f -> %.1f" % (trail[0], trail[-1]))
print("falls", bool(np.all(np.diff(trail) < 0)))
