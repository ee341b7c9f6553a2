# planted: TFR101 the reserve price is searched by golden section as a Python float, for each mechanism of a dispatch table
# style: economics simulation, dict of mechanisms, each compiled by hand with tf.function(...)
import math

import numpy as np
import tensorflow as tf

BIDDERS = 4
ROUNDS = 4000
rng = np.random.default_rng(70)

values = tf.constant(rng.beta(2.0, 3.0, (ROUNDS, BIDDERS)), tf.float32)


def second_price(v, reserve):
    top = tf.sort(v, axis=1, direction="DESCENDING")
    price = tf.maximum(top[:, 1], reserve)
    return tf.where(top[:, 0] >= reserve, price, 0.0)


def first_price(v, reserve):
    """everybody shades linearly towards the reserve"""
    bid = reserve + (v - reserve) * (BIDDERS - 1) / BIDDERS
    best = tf.reduce_max(tf.where(v >= reserve, bid, 0.0), axis=1)
    return best


def all_pay(v, reserve):
    # bids follow the equilibrium for uniform values, which is wrong but usual
    bid = (BIDDERS - 1) / BIDDERS * v ** BIDDERS + reserve ** BIDDERS / BIDDERS
    return tf.reduce_sum(tf.where(v >= reserve, bid, 0.0), axis=1)


def expected(payment):
    def revenue(reserve):
        return tf.reduce_mean(payment(values, reserve))
    return tf.function(revenue)


MECHANISMS = {f.__name__: expected(f) for f in (second_price, first_price, all_pay)}


def golden_section(objective, low=0.0, high=1.0, tol=0.02):
    def revenue(reserve):
        return objective(tf.constant(reserve))

    ratio = (math.sqrt(5) - 1) / 2
    a, b = low, high
    c, d = b - ratio * (b - a), a + ratio * (b - a)
    fc, fd = float(revenue(c)), float(revenue(d))
    calls = 2
    while b - a > tol:
        if fc > fd:
            b, d, fd = d, c, fc
            c = b - ratio * (b - a)
            fc = float(revenue(c))
        else:
            a, c, fc = c, d, fd
            d = a + ratio * (b - a)
            fd = float(revenue(d))
        calls += 1
    return (a + b) / 2, calls


print(f"{'mechanism':14s} reserve  revenue  without")
for name, revenue in MECHANISMS.items():
    reserve, calls = golden_section(revenue)
    with_reserve = float(revenue(tf.constant(reserve)))
    without = float(revenue(tf.constant(0.0)))
    print(f"{name:14s} {reserve:7.3f}  {with_reserve:7.4f}  {without:7.4f}  ({calls} evaluations)")
