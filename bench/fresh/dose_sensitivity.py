# planted: TFR507 the local sensitivities come from an eager tape.jacobian for every virtual patient
# style: pharmacometrics, two-compartment model, dataclass for patients, summary table
from dataclasses import dataclass, astuple

import numpy as np
import tensorflow as tf

NAMES = ("clearance", "volume", "exchange_in", "exchange_out")
TIMES = np.array([0.5, 1, 2, 4, 8, 12, 24])


@dataclass
class Patient:
    clearance: float
    volume: float
    exchange_in: float
    exchange_out: float


def population(n, seed=44):
    rng = np.random.default_rng(seed)
    typical = np.array([4.0, 20.0, 0.6, 0.4])
    for _ in range(n):
        yield Patient(*(typical * rng.lognormal(0, 0.25, 4)))


def concentration(log_theta, dose=100.0):
    """bolus into the central compartment; the bi-exponential solution"""
    cl, v, k12, k21 = tf.unstack(tf.exp(log_theta))
    k10 = cl / v
    s = k10 + k12 + k21
    root = tf.sqrt(s * s - 4.0 * k10 * k21)
    alpha, beta = 0.5 * (s + root), 0.5 * (s - root)
    t = tf.constant(TIMES, tf.float32)
    a = (alpha - k21) / (alpha - beta)
    b = (k21 - beta) / (alpha - beta)
    return dose / v * (a * tf.exp(-alpha * t) + b * tf.exp(-beta * t))


def sensitivity(theta):
    """d log C / d log theta, one row per sampling time"""
    theta = tf.math.log(tf.constant(theta, tf.float32))
    with tf.GradientTape() as tape:
        tape.watch(theta)
        log_c = tf.math.log(concentration(theta))
    return tape.jacobian(log_c, theta)


def study(n=15):
    rows = []
    for patient in population(n):
        s = sensitivity(astuple(patient)).numpy()
        fisher = s.T @ s + 1e-6 * np.eye(4)
        rows.append((s, np.linalg.slogdet(fisher)[1]))
    return rows


def main():
    rows = study()
    mean = np.mean([np.abs(s) for s, _ in rows], axis=0)
    print("time   " + "  ".join(f"{n:>12s}" for n in NAMES))
    for t, row in zip(TIMES, mean):
        print(f"{t:4.1f}   " + "  ".join(f"{v:12.3f}" for v in row))
    print(f"log determinant of the information: {np.mean([d for _, d in rows]):.2f}")


if __name__ == "__main__":
    main()
