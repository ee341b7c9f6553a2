# planted: TFR101 the two cut points are Python ints from the random module, the temperature a float that is multiplied down
# style: operations research, dataclass for the tour, while loop, type hints
import math
import random
from dataclasses import dataclass

import numpy as np
import tensorflow as tf

N_CITIES = 18


@dataclass
class Tour:
    order: tf.Tensor
    length: float


def cities(seed: int) -> tf.Tensor:
    rng = np.random.default_rng(seed)
    angle = np.linspace(0, 2 * np.pi, N_CITIES, endpoint=False)
    ring = np.stack([np.cos(angle), np.sin(angle)], 1) * rng.uniform(0.7, 1.3, (N_CITIES, 1))
    return tf.constant(rng.permutation(ring), tf.float32)


def tour_length(points: tf.Tensor, order: tf.Tensor) -> tf.Tensor:
    ordered = tf.gather(points, order)
    return tf.reduce_sum(tf.norm(ordered - tf.roll(ordered, 1, 0), axis=1))


@tf.function
def propose(points, order, i, j, temperature):
    """Reverses the cities i..j and says how likely that is to be accepted."""
    positions = tf.range(N_CITIES)
    inside = (positions >= i) & (positions <= j)
    candidate = tf.gather(order, tf.where(inside, i + j - positions, positions))
    old, new = tour_length(points, order), tour_length(points, candidate)
    probability = tf.exp(tf.minimum(0.0, (old - new) / temperature))
    return candidate, new, probability


def anneal(points: tf.Tensor, seed: int, start: float = 1.0, stop: float = 0.02, factor: float = 0.95) -> Tour:
    rnd = random.Random(seed)
    order = tf.range(N_CITIES)
    tour = Tour(order, float(tour_length(points, order)))
    best = tour
    temperature = start
    while temperature > stop:
        for _ in range(2):
            i, j = sorted(rnd.sample(range(N_CITIES), 2))
            candidate, length, probability = propose(
                points, tour.order, tf.constant(i), tf.constant(j), tf.constant(temperature)
            )
            if rnd.random() < float(probability):
                tour = Tour(candidate, float(length))
            if tour.length < best.length:
                best = tour
        temperature *= factor
    return best


if __name__ == "__main__":
    points = cities(5)
    start = float(tour_length(points, tf.range(N_CITIES)))
    best = anneal(points, seed=2)
    print(f"start {start:.3f} best {best.length:.3f}")
    print("visited", len(set(best.order.numpy().tolist())))
    print("rounds", math.ceil(math.log(0.02) / math.log(0.95)))
