# planted: TFR101 TFR303 the number of turns is a Python int that drives a while and an if of repeated squaring
# style: short script, board game as a Markov chain
"""Snakes and ladders: where is everybody after n turns, and how long does a game take?"""
import numpy as np
import tensorflow as tf

SQUARES = 100
JUMPS = {1: 38, 4: 14, 9: 31, 21: 42, 28: 84, 36: 44, 51: 67, 71: 91, 80: 100,
         16: 6, 47: 26, 49: 11, 56: 53, 62: 19, 64: 60, 87: 24, 93: 73, 95: 75, 98: 78}


def chain(dice):
    p = np.zeros((SQUARES + 1, SQUARES + 1))
    p[SQUARES, SQUARES] = 1.0
    for square in range(SQUARES):
        for roll, chance in dice.items():
            target = square + roll if square + roll <= SQUARES else square
            p[square, JUMPS.get(target, target)] += chance
    return tf.constant(p, tf.float64)


@tf.function
def after(matrix, start, turns):
    """Distribution after the given number of turns, by repeated squaring."""
    state = start
    power = matrix
    while turns > 0:
        if turns % 2 == 1:
            state = tf.linalg.matvec(power, state, transpose_a=True)
        power = power @ power
        turns = turns // 2
    return state


def finished(matrix, start, turns):
    return float(after(matrix, start, tf.constant(turns))[SQUARES])


def median_length(matrix, start):
    low, high = 0, 256
    while high - low > 1:
        middle = (low + high) // 2
        if finished(matrix, start, middle) < 0.5:
            low = middle
        else:
            high = middle
    return high


start = tf.one_hot(0, SQUARES + 1, dtype=tf.float64)
games = {
    "one die": {k: 1 / 6 for k in range(1, 7)},
    "loaded": {1: 0.1, 2: 0.1, 3: 0.15, 4: 0.15, 5: 0.2, 6: 0.3},
    "coin": {1: 0.5, 2: 0.5},
}
for name, dice in games.items():
    matrix = chain(dice)
    curve = [finished(matrix, start, turns) for turns in range(5, 60, 6)]
    print(f"{name}: median {median_length(matrix, start)} turns, finished after 29: {curve[4]:.3f}, "
          f"after 59: {curve[-1]:.3f}")
    busiest = int(np.argmax(after(matrix, start, tf.constant(15)).numpy()[:SQUARES]))
    print("   most crowded square after 15 turns:", busiest)
