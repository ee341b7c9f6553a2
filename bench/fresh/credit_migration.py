# planted: TFR301 TFR101 the horizon in years is a Python int and the loop over it is a Python range
# style: risk department script, pandas-less tables, type hints, argparse with defaults
from __future__ import annotations

import argparse

import numpy as np
import tensorflow as tf

RATINGS = ("A", "BBB", "BB", "B", "D")
ONE_YEAR = np.array(
    [
        [0.921, 0.068, 0.007, 0.003, 0.001],
        [0.042, 0.893, 0.050, 0.011, 0.004],
        [0.005, 0.061, 0.841, 0.078, 0.015],
        [0.002, 0.006, 0.064, 0.861, 0.067],
        [0.000, 0.000, 0.000, 0.000, 1.000],
    ]
)
LGD = tf.constant([0.35, 0.40, 0.50, 0.60], tf.float64)


@tf.function
def cumulative_default(transition: tf.Tensor, years: int) -> tf.Tensor:
    """Probability of having defaulted after `years`, for each live rating."""
    state = tf.eye(5, dtype=tf.float64)
    for _ in range(years):
        state = tf.matmul(state, transition)
    return state[:4, 4]


@tf.function
def stressed(transition: tf.Tensor, shift: tf.Tensor) -> tf.Tensor:
    """Moves mass from staying put to one notch down (what the regulator calls scenario B)."""
    down = tf.linalg.diag(tf.linalg.diag_part(transition)[:4] * shift, k=1)
    pad = tf.linalg.diag(tf.concat([tf.linalg.diag_part(transition)[:4] * shift, [0.0]], 0))
    return transition + down - pad


def expected_loss(exposure: np.ndarray, transition: tf.Tensor, years: int) -> float:
    pd = cumulative_default(transition, years)
    return float(tf.reduce_sum(tf.constant(exposure) * pd * LGD))


def parse() -> argparse.Namespace:
    p = argparse.ArgumentParser()
    p.add_argument("--max-years", type=int, default=15)
    p.add_argument("--shift", type=float, default=0.03)
    return p.parse_args()


def main() -> None:
    args = parse()
    book = np.array([120.0, 210.0, 80.0, 35.0])
    base = tf.constant(ONE_YEAR)
    bad = stressed(base, tf.constant(args.shift, tf.float64))
    rows = []
    for years in range(1, args.max_years + 1):
        rows.append((years, expected_loss(book, base, years), expected_loss(book, bad, years)))
    print("years   base  stressed")
    for years, a, b in rows:
        if years in (1, 3, 5, 10, 15):
            print(f"{years:5d} {a:6.2f} {b:9.2f}")
    worst = max(rows, key=lambda r: r[2] - r[1])
    print("largest gap after", worst[0], "years:", round(worst[2] - worst[1], 2))


if __name__ == "__main__":
    main()
