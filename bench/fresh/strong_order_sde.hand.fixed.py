# planted: TFR301 TFR101 the number of time steps doubles in a convergence study and is a Python int
# style: numerical analyst, tables of errors and rates, pure functions, Spanish comments
import numpy as np
import tensorflow as tf

MU, SIGMA, X0, T = 0.5, 0.6, 1.0, 1.0
PATHS = 256
LEVELS = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96]


def brownian(seed, fine):
    """incrementos de Wiener en la malla mas fina"""
    dw = tf.random.stateless_normal([fine, PATHS], seed=[seed, 1], dtype=tf.float64)
    return dw * np.sqrt(T / fine)


def coarsen(dw, n):
    # suma de incrementos vecinos, siempre multiplo exacto
    return tf.reduce_sum(tf.reshape(dw, [n, -1, PATHS]), axis=1)


SPEC = [tf.TensorSpec([None, PATHS], tf.float64), tf.TensorSpec([], tf.int32)]


@tf.function(input_signature=SPEC)
def milstein(dw, n):
    dt = T / tf.cast(n, tf.float64)
    x = X0 * tf.ones([PATHS], tf.float64)
    for i in tf.range(n):
        x = x + MU * x * dt + SIGMA * x * dw[i] + 0.5 * SIGMA**2 * x * (dw[i] ** 2 - dt)
    return x


@tf.function(input_signature=SPEC)
def euler(dw, n):
    dt = T / tf.cast(n, tf.float64)
    x = X0 * tf.ones([PATHS], tf.float64)
    for i in tf.range(n):
        x = x + MU * x * dt + SIGMA * x * dw[i]
    return x


def exact(dw):
    w = tf.reduce_sum(dw, axis=0)
    return X0 * tf.exp((MU - 0.5 * SIGMA**2) * T + SIGMA * w)


def study(scheme):
    errors = []
    for n in LEVELS:
        worst = 0.0
        for seed in range(3):
            dw = brownian(seed, fine=192)
            gap = tf.reduce_mean(tf.abs(scheme(coarsen(dw, n), n) - exact(dw)))
            worst = max(worst, float(gap))
        errors.append(worst)
    slope = np.polyfit(np.log(LEVELS), np.log(errors), 1)[0]
    return errors, -slope


for name, scheme in (("Euler", euler), ("Milstein", milstein)):
    errors, rate = study(scheme)
    print("%-9s orden %.2f" % (name, rate), " ".join("%.4f" % e for e in errors[::3]))
