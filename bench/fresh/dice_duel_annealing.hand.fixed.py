# planted: TFR303 TFR101 the iteration number and the temperature are Python numbers, and branches of the traced update depend on them
# style: games, simulated policy iteration, functions with keyword settings
"""Anneal a mixed strategy for a dice duel: roll again or stop, against a copy of yourself."""
import numpy as np
import tensorflow as tf

MAX_TOTAL = 24
BUST = 21


def payoff_matrix():
    rng = np.random.default_rng(9)
    goal = np.arange(1, MAX_TOTAL + 1)
    rolls = rng.integers(1, 7, (4000, 12)).cumsum(1)
    finals = np.stack([rolls[np.arange(4000), (rolls >= g).argmax(1)] for g in goal])
    finals = np.where(finals > BUST, 0, finals)
    a, b = finals[:, None, :2000], finals[None, :, 2000:]
    return tf.constant(np.sign(a - b).mean(-1), tf.float32)


@tf.function
def improve(logits, average, payoff, iteration, temperature):
    strategy = tf.nn.softmax(logits)
    value = tf.linalg.matvec(payoff, strategy)
    count = tf.cast(iteration, tf.float32)
    step = tf.where(iteration < 10, 0.2, 2.0 / (1.0 + 0.1 * count))
    logits = logits + step * (value - tf.reduce_mean(value))
    if iteration % 5 == 0:
        logits = logits - tf.reduce_max(logits)
    logits = logits / (1.0 + 0.02 * temperature)
    average = average + (tf.nn.softmax(logits) - average) / (count + 1.0)
    gap = tf.reduce_max(tf.linalg.matvec(payoff, average))
    return logits, average, gap


def anneal(iterations=60, hot=1.0, cold=0.05):
    payoff = payoff_matrix()
    logits = tf.zeros([MAX_TOTAL])
    average = tf.fill([MAX_TOTAL], 1.0 / MAX_TOTAL)
    gaps = []
    for iteration in range(iterations):
        temperature = hot * (cold / hot) ** (iteration / iterations)
        logits, average, gap = improve(
            logits, average, payoff, tf.constant(iteration), tf.constant(temperature, tf.float32))
        gaps.append(float(gap))
    return average, gaps


def main():
    average, gaps = anneal()
    print("exploitability", round(gaps[0], 3), "->", round(gaps[-1], 3))
    print("favourite target", int(tf.argmax(average)) + 1)
    print("entropy", round(float(-tf.reduce_sum(average * tf.math.log(average + 1e-9))), 3))


if __name__ == "__main__":
    main()
