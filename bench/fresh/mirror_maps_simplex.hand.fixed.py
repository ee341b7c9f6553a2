"""Mirror descent for a matrix game on the simplex with several mirror maps and a decaying step."""
import math

import numpy as np
import tensorflow as tf

PROX = {}


def register(name):
    def add(prox):
        PROX[name] = prox
        return prox
    return add


@register("entropy")
def entropy(x, g, eta):
    z = tf.math.log(x + 1e-12) - eta * g
    return tf.nn.softmax(z)


@register("euclid")
def euclid(x, g, eta):
    z = x - eta * g
    u = tf.sort(z, direction="DESCENDING")
    css = tf.cumsum(u) - 1.0
    k = tf.range(1.0, tf.cast(tf.size(z), tf.float32) + 1.0)
    rho = tf.reduce_sum(tf.cast(u - css / k > 0.0, tf.int32)) - 1
    theta = css[rho] / tf.cast(rho + 1, tf.float32)
    return tf.nn.relu(z - theta)


@register("mixed")
def mixed(x, g, eta, floor=1e-3):
    y = tf.nn.softmax(tf.math.log(x + 1e-12) - eta * g)
    n = tf.cast(tf.size(y), y.dtype)
    return (1.0 - floor) * y + floor / n


@tf.function
def play(p, q, payoff, prox, eta):
    gp = tf.linalg.matvec(payoff, q)
    gq = -tf.linalg.matvec(payoff, p, transpose_a=True)
    return prox(p, gp, eta), prox(q, gq, eta)


def gap(p, q, payoff):
    worst = tf.reduce_max(tf.linalg.matvec(payoff, p, transpose_a=True))
    best = tf.reduce_min(tf.linalg.matvec(payoff, q))
    return float(worst - best)


def solve(payoff, kind, rounds, eta0=0.4):
    m, n = payoff.shape
    p, q = tf.fill([m], 1.0 / m), tf.fill([n], 1.0 / n)
    mean_p, mean_q = tf.zeros_like(p), tf.zeros_like(q)
    total = 0.0
    for t in range(1, rounds + 1):
        eta = eta0 / math.sqrt(t)
        p, q = play(p, q, payoff, PROX[kind], tf.constant(eta, tf.float32))
        mean_p += eta * p
        mean_q += eta * q
        total += eta
    return gap(mean_p / total, mean_q / total, payoff)


if __name__ == "__main__":
    rng = np.random.default_rng(21)
    game = tf.constant(rng.uniform(-1, 1, (7, 9)), tf.float32)
    uniform = gap(tf.fill([7], 1 / 7), tf.fill([9], 1 / 9), game)
    gaps = {kind: solve(game, kind, rounds=25) for kind in PROX}
    print("maps", *sorted(gaps))
    print("gap of uniform play", round(uniform, 2))
    for kind, value in gaps.items():
        print(kind, round(value, 2))
