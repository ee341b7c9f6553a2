# planted: TFR101 TFR301 the number of rerolls of each house rule is a Python int that unrolls the backward induction
# style: rule dictionaries, NumPy tables built once, functions
"""Expected scores in a dice game under house rules with more or fewer rerolls."""
import itertools
import math
from collections import Counter

import numpy as np
import tensorflow as tf

DICE = 4
HANDS = list(itertools.combinations_with_replacement(range(1, 7), DICE))
INDEX = {hand: i for i, hand in enumerate(HANDS)}

HOUSE_RULES = [
    {"name": "strict", "rerolls": 1, "bonus": 0.0},
    {"name": "classic", "rerolls": 2, "bonus": 0.0},
    {"name": "family", "rerolls": 3, "bonus": 2.0},
    {"name": "patient", "rerolls": 4, "bonus": 2.0},
    {"name": "generous", "rerolls": 5, "bonus": 0.0},
    {"name": "holiday", "rerolls": 6, "bonus": 4.0},
    {"name": "rainy day", "rerolls": 8, "bonus": 0.0},
    {"name": "endless", "rerolls": 10, "bonus": 1.0},
    {"name": "train ride", "rerolls": 12, "bonus": 0.0},
    {"name": "night shift", "rerolls": 15, "bonus": 0.0},
    {"name": "desert island", "rerolls": 20, "bonus": 0.0},
]


def multinomial(counts):
    ways = math.factorial(sum(counts))
    for count in counts:
        ways //= math.factorial(count)
    return ways


def transition_tables():
    """Rows: hands. Columns: kept subsets. And what a kept subset becomes after a roll."""
    keeps = [k for size in range(DICE + 1)
             for k in itertools.combinations_with_replacement(range(1, 7), size)]
    roll = np.zeros((len(keeps), len(HANDS)), np.float32)
    for row, kept in enumerate(keeps):
        free = DICE - len(kept)
        for rolled in itertools.combinations_with_replacement(range(1, 7), free):
            ways = multinomial(list(Counter(rolled).values())) / 6.0 ** free
            roll[row, INDEX[tuple(sorted(kept + rolled))]] += ways
    allowed = np.full((len(HANDS), len(keeps)), -1e6, np.float32)
    for i, hand in enumerate(HANDS):
        counts = Counter(hand)
        for j, kept in enumerate(keeps):
            if not Counter(kept) - counts:
                allowed[i, j] = 0.0
    start = roll[keeps.index(())]
    return tf.constant(roll), tf.constant(allowed), tf.constant(start)


def category_scores():
    table = np.zeros((4, len(HANDS)), np.float32)
    for i, hand in enumerate(HANDS):
        top = max(Counter(hand).values())
        table[0, i] = sum(hand)
        table[1, i] = 25.0 if top == 4 else 0.0
        table[2, i] = 15.0 if len(set(hand)) == 4 and hand[3] - hand[0] == 3 else 0.0
        table[3, i] = 10.0 if sorted(Counter(hand).values()) == [2, 2] else 0.0
    return tf.constant(table)


ROLL, ALLOWED, START = transition_tables()


@tf.function
def expected_score(final, rerolls, bonus):
    value = final + bonus * tf.cast(final > 0.0, tf.float32)
    for _ in range(rerolls):
        kept = tf.linalg.matvec(ROLL, value)
        options = ALLOWED[tf.newaxis] + kept[:, tf.newaxis, :]
        value = tf.reduce_max(options, axis=2)
    return tf.linalg.matvec(value, START)


def evaluate(rule, scores):
    return expected_score(scores, rule["rerolls"], rule["bonus"]).numpy()


if __name__ == "__main__":
    scores = category_scores()
    for rule in HOUSE_RULES:
        chance, four, straight, pairs = evaluate(rule, scores)
        print(f"{rule['name']:14s} chance {chance:.2f} four {four:.2f} straight {straight:.2f} pairs {pairs:.2f}")
