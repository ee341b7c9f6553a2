# planted: TFR101 a temperature cooled by a factor in a while loop, down to a floor
# style: simulated annealing, generator and script
import numpy as np
import tensorflow as tf

CITIES = 7
rng = np.random.RandomState(28)
locations = tf.constant(rng.rand(CITIES, 2).astype(np.float32))


@tf.function
def tour_length(order):
    ordered = tf.gather(locations, order)
    return tf.reduce_sum(tf.norm(ordered - tf.roll(ordered, 1, axis=0), axis=1))


@tf.function
def accept(current, candidate, temperature, u):
    delta = tour_length(candidate) - tour_length(current)
    probability = tf.exp(-tf.maximum(delta, 0.0) / temperature)
    return tf.where(u < probability, candidate, current), probability


def neighbour(order):
    i, j = sorted(rng.choice(CITIES, size=2, replace=False))
    new = order.copy()
    new[i : j + 1] = new[i : j + 1][::-1]
    return new


def cool(start, factor, floor):
    temperature = start
    while temperature > floor:
        yield temperature
        temperature *= factor


order = np.arange(CITIES)
best = float(tour_length(order))
print("start %.4f" % best)
for temperature in cool(0.5, 0.8, floor=0.02):
    chosen, probability = accept(order, neighbour(order), temperature, np.float32(rng.rand()))
    order = chosen.numpy()
    best = min(best, float(tour_length(order)))
print("last probability %.4f" % float(probability))
print("best %.4f" % best)
