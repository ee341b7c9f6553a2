# named_hyperparameters, cured.
from collections import namedtuple

import numpy as np
import tensorflow as tf

Hyper = namedtuple("Hyper", ["lr", "momentum", "noise"])


@tf.function
def member_step(position, velocity, perturbation, hyper):
    with tf.GradientTape() as tape:
        tape.watch(position)
        height = tf.reduce_sum(position**2 - tf.cos(3.0 * position) + 1.0)
    gradient = tape.gradient(height, position) + hyper.noise * perturbation
    velocity = hyper.momentum * velocity - hyper.lr * gradient
    return position + velocity, velocity, height


def explore(hyper, rng):
    factors = rng.choice([0.8, 1.2], size=3)
    return hyper._replace(
        lr=float(hyper.lr * factors[0]),
        momentum=float(min(0.95, hyper.momentum * factors[1])),
        noise=float(hyper.noise * factors[2]),
    )


def evolve(population, rng, steps=3):
    results = []
    for position, velocity, hyper in population:
        for _ in range(steps):
            perturbation = rng.randn(2).astype(np.float32)
            position, velocity, height = member_step(
                position, velocity, perturbation, Hyper(*map(tf.constant, hyper))
            )
        results.append((float(height), position, velocity, hyper))
    results.sort(key=lambda result: result[0])
    best = results[0]
    survivors = [result[1:] for result in results[:-1]]
    newcomer = (best[1], tf.zeros_like(best[2]), explore(best[3], rng))
    return [*survivors, newcomer], best


rng = np.random.RandomState(16)
population = [
    (tf.constant(rng.uniform(-2, 2, 2).astype(np.float32)), tf.zeros(2), Hyper(lr, 0.5, 0.1))
    for lr in (0.01, 0.03, 0.1)
]
for generation in range(5):
    population, best = evolve(population, rng)
    print(generation, "height %.4f" % best[0], "lr %.3f" % float(best[3].lr))
