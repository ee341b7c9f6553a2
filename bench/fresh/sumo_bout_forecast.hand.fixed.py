"""Forecast sumo bouts from all earlier bouts of the tournament: kernel attention over rank gap and weight gap."""
from collections import defaultdict

import numpy as np
import tensorflow as tf

WRESTLERS = {"Asahi": (1, 158), "Benkei": (3, 177), "Chiyo": (4, 140), "Daiki": (7, 169), "Enho": (9, 99), "Fuji": (12, 150)}


@tf.function(input_signature=[
    tf.TensorSpec([None, 2], tf.float32),
    tf.TensorSpec([None], tf.float32),
    tf.TensorSpec([2], tf.float32),
    tf.TensorSpec([], tf.float32),
])
def attend(past, outcome, query, sharpness):
    distance = tf.reduce_sum(tf.square(past - query), axis=1)
    recency = tf.cast(tf.range(tf.shape(past)[0]), tf.float32) * 0.03
    weight = tf.nn.softmax(recency - sharpness * distance)
    evidence = tf.reduce_sum(weight * outcome)
    trust = 1.0 - tf.reduce_sum(tf.square(weight))
    return 0.5 + trust * (evidence - 0.5)


def features(east, west):
    (rank_e, mass_e), (rank_w, mass_w) = WRESTLERS[east], WRESTLERS[west]
    return [(rank_w - rank_e) / 6.0, (mass_e - mass_w) / 40.0]


def forecaster(sharpness):
    """Coroutine: send (east, west, won) for a finished bout, or (east, west, None) for a forecast."""
    past, outcome = [[0.0, 0.0], [1.0, 0.0]], [0.5, 0.8]
    answer = None
    while True:
        east, west, won = yield answer
        query = features(east, west)
        answer = float(attend(np.array(past, "float32"), np.array(outcome, "float32"), tf.constant(query), sharpness))
        if won is not None:
            past.append(query)
            outcome.append(float(won))


def basho(rng, days=24):
    names = list(WRESTLERS)
    for day in range(days):
        east, west = rng.choice(names, 2, replace=False)
        gap, mass = features(east, west)
        yield day, str(east), str(west), bool(rng.uniform() < 1 / (1 + np.exp(-2.0 * gap - 0.8 * mass)))


def main():
    oracle = forecaster(tf.constant(2.0))
    next(oracle)
    brier, wins = [], defaultdict(int)
    for day, east, west, won in basho(np.random.default_rng(15)):
        chance = oracle.send((east, west, won))
        brier.append((chance - won) ** 2)
        wins[east if won else west] += 1
    print("Brier, first half", round(float(np.mean(brier[:12])), 3))
    print("Brier, second half", round(float(np.mean(brier[12:])), 3))
    print("yusho:", max(sorted(wins), key=wins.get), max(wins.values()))
    print("Enho against Benkei", round(oracle.send(("Enho", "Benkei", None)), 2))


main()
