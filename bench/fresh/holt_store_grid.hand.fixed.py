# planted: TFR104 a new frozen settings object is constructed for every call of the traced error
# style: retail forecaster, typed code with a frozen dataclass, exhaustive search of smoothing parameters per store
from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
import tensorflow as tf

GRID = (0.1, 0.3, 0.6)
STORES = {"north": 0, "harbour": 1, "station": 2}


@dataclass(frozen=True)
class Smoothing:
    level: float
    trend: float


DAMPING = 0.95


def sales(seed: int, weeks: int = 60) -> tf.Tensor:
    rng = np.random.default_rng(seed)
    level = 50.0 + np.cumsum(rng.normal(0.4, 1.5, weeks))
    return tf.constant(level + rng.normal(0.0, 2.0 + seed, weeks), tf.float32)


@tf.function
def one_step_error(series: tf.Tensor, level_rate: tf.Tensor, trend_rate: tf.Tensor) -> tf.Tensor:
    """Mean squared error of damped Holt forecasts one week ahead."""
    level = series[0]
    trend = series[1] - series[0]
    total = tf.constant(0.0)
    for week in tf.range(1, tf.size(series)):
        forecast = level + DAMPING * trend
        total += (series[week] - forecast) ** 2
        new_level = level_rate * series[week] + (1.0 - level_rate) * forecast
        trend = trend_rate * (new_level - level) + (1.0 - trend_rate) * DAMPING * trend
        level = new_level
    return total / tf.cast(tf.size(series) - 1, tf.float32)


def search(series: tf.Tensor) -> tuple[Smoothing, float]:
    best: tuple[Smoothing, float] | None = None
    for level, trend in itertools.product(GRID, repeat=2):
        error = float(one_step_error(series, tf.constant(level), tf.constant(trend)))
        if best is None or error < best[1]:
            best = Smoothing(level, trend), error
    assert best is not None
    return best


def main() -> None:
    for store, seed in STORES.items():
        smoothing, error = search(sales(seed))
        print(f"{store:8s} level {smoothing.level} trend {smoothing.trend} error {error:.4f}")


if __name__ == "__main__":
    main()
