# planted: TFR301 the degree of a series, swept by a loop
# style: numerical library with a table of results
import math

import tensorflow as tf


@tf.function
def exp_series(x, degree):
    total = tf.ones_like(x)
    term = tf.ones_like(x)
    for k in range(degree):
        term = term * x / (k + 1)
        total = total + term
    return total


@tf.function
def sin_series(x, degree):
    total = x
    term = x
    for k in range(degree):
        term = -term * x * x / ((2 * k + 2) * (2 * k + 3))
        total = total + term
    return total


SERIES = {"exp": (exp_series, math.exp), "sin": (sin_series, math.sin)}


def error_table(name, points, max_degree):
    series, exact = SERIES[name]
    x = tf.constant(points)
    truth = tf.constant([exact(p) for p in points])
    for degree in range(1, max_degree + 1):
        error = tf.reduce_max(tf.abs(series(x, degree) - truth))
        yield degree, float(error)


for name in SERIES:
    for degree, error in error_table(name, [0.2, 0.7, 1.3], max_degree=7):
        print(name, degree, f"{error:.6f}")
