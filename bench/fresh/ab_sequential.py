# planted: TFR201 all visitors so far are turned into an array after each day, and the test is compiled for its length
# style: web experiment, append-and-array idiom, defaultdict, Bayesian Monte Carlo with fixed draws
from collections import defaultdict

import numpy as np
import tensorflow as tf

DAYS = 20
rng = np.random.default_rng(91)
NORMALS = tf.constant(rng.normal(size=(2, 2000)), tf.float32)


def visitors():
    """(variant, spent) of everybody who came on one day"""
    n = int(rng.integers(30, 60))
    for _ in range(n):
        variant = "AB"[int(rng.integers(2))]
        buys = rng.random() < (0.22 if variant == "A" else 0.27)
        yield variant, float(rng.gamma(3.0, 12.0)) if buys else 0.0


@tf.function
def posterior_mean(spent):
    """normal approximation of the posterior of conversion and of log basket"""
    n = tf.cast(tf.size(spent), tf.float32)
    bought = tf.cast(spent > 0, tf.float32)
    k = tf.reduce_sum(bought)
    rate = (k + 1.0) / (n + 4.0)
    rate_sd = tf.sqrt(rate * (1.0 - rate) / n)
    log_basket = tf.math.log(tf.maximum(spent, 1e-3))
    mean = tf.math.divide_no_nan(tf.reduce_sum(bought * log_basket), k)
    var = tf.math.divide_no_nan(tf.reduce_sum(bought * (log_basket - mean) ** 2), k - 1.0)
    draws_rate = rate + rate_sd * NORMALS[0]
    draws_mean = mean + tf.sqrt(var / tf.maximum(k, 1.0)) * NORMALS[1]
    return draws_rate * tf.exp(draws_mean + 0.5 * var)


def better(history):
    a = posterior_mean(np.array(history["A"], dtype=np.float32))
    b = posterior_mean(np.array(history["B"], dtype=np.float32))
    # the same normals for both would couple them, so B is reversed
    return float(tf.reduce_mean(tf.cast(b[::-1] > a, tf.float32))), float(tf.reduce_mean(b) - tf.reduce_mean(a))


def main():
    history = defaultdict(list)
    decided = None
    for day in range(1, DAYS + 1):
        for variant, spent in visitors():
            history[variant].append(spent)
        p, lift = better(history)
        if day % 4 == 0:
            print(f"day {day:2d}: {sum(map(len, history.values())):4d} visitors, P(B better) {p:.3f}, lift {lift:+.2f}")
        if decided is None and (p > 0.97 or p < 0.03):
            decided = day, "B" if p > 0.5 else "A"
    print("decision:", decided)
    for variant in sorted(history):
        spent = np.array(history[variant])
        print(f"  {variant}: conversion {np.mean(spent > 0):.3f}, revenue per visitor {spent.mean():.2f}")


main()
