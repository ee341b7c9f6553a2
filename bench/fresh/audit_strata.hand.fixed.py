# planted: TFR104 a frozen dataclass describing the stratum is constructed for every call of the traced estimator
# style: functions and dataclasses, finance audit sampling
"""Monetary unit sampling: projected misstatement per stratum, many replications."""
from dataclasses import dataclass

import numpy as np
import tensorflow as tf


@dataclass(frozen=True)
class Stratum:
    name: str
    interval: float
    confidence_factor: float


def read_ledger():
    rng = np.random.default_rng(2024)
    book = rng.lognormal(6.0, 1.1, size=1800).astype("float32")
    tainted = rng.random(1800) < 0.06
    audited = np.where(tainted, book * rng.uniform(0.2, 0.95, 1800), book)
    return book, audited.astype("float32")


BOUNDS = {"small": (0.0, 400.0), "medium": (400.0, 1500.0), "large": (1500.0, 1e9)}
INTERVALS = {"small": 9000.0, "medium": 15000.0, "large": 20000.0}
STRATA = {name: Stratum(name, interval, 3.0) for name, interval in INTERVALS.items()}


@tf.function
def project(book, audited, picks, stratum):
    b = tf.gather(book, picks)
    a = tf.gather(audited, picks)
    taint = (b - a) / tf.maximum(b, 1.0)
    projected = tf.reduce_sum(taint) * stratum.interval
    ordered = tf.sort(taint, direction="DESCENDING")
    allowance = tf.reduce_sum(ordered[:5]) * stratum.interval * 0.25
    basic = stratum.confidence_factor * stratum.interval
    return projected, projected + allowance + basic


def sample_stratum(book, audited, name, rng, size=40):
    low, high = BOUNDS[name]
    index = np.flatnonzero((book >= low) & (book < high))
    weights = book[index] / book[index].sum()
    picks = rng.choice(index, size=size, p=weights.astype("float64") / weights.astype("float64").sum())
    projected, upper = project(
        tf.constant(book), tf.constant(audited), tf.constant(picks, tf.int32),
        STRATA[name])
    return float(projected), float(upper)


def main():
    book, audited = read_ledger()
    rng = np.random.default_rng(7)
    uppers = {name: [] for name in BOUNDS}
    points = {name: [] for name in BOUNDS}
    for _ in range(15):
        for name in BOUNDS:
            point, upper = sample_stratum(book, audited, name, rng)
            points[name].append(point)
            uppers[name].append(upper)
    for name in BOUNDS:
        print(f"{name:7s} point {np.mean(points[name]):10.1f} upper {np.mean(uppers[name]):10.1f}")
    print("true misstatement", round(float((book - audited).sum()), 0))


if __name__ == "__main__":
    main()
