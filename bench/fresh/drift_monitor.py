# planted: TFR201 TFR107 windows of requests differ in length, and some sources deliver double precision
# style: platform engineer, monitoring of model inputs, typed classes and a log of alerts
from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import tensorflow as tf

BINS = 8


class Window(NamedTuple):
    source: str
    values: np.ndarray


class Alert(NamedTuple):
    hour: int
    source: str
    index: float


def traffic(hours: int = 12) -> Iterator[Window]:
    """Windows of requests: the gateway writes float32, the batch importer float64."""
    rng = np.random.default_rng(44)
    for hour in range(hours):
        count = int(rng.integers(60, 160))
        values = rng.normal(0.08 * hour, 1.0 + 0.03 * hour, count)
        if hour % 3 == 2:
            yield Window("importer", values)
        else:
            yield Window("gateway", values.astype(np.float32))


class DriftMonitor:
    """Population stability index against a reference sample."""

    def __init__(self, reference: np.ndarray, limit: float = 0.2) -> None:
        cuts = np.quantile(reference, np.linspace(0, 1, BINS + 1)[1:-1])
        self.cuts = tf.constant(cuts, tf.float32)
        self.limit = limit
        self.alerts: list[Alert] = []

    @tf.function
    def index_of(self, values: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
        values = tf.cast(values, tf.float32)
        above = tf.cast(values[:, None] > self.cuts[None, :], tf.int32)
        places = tf.reduce_sum(above, axis=1)
        counts = tf.math.bincount(places, minlength=BINS, maxlength=BINS, dtype=tf.float32)
        share = (counts + 0.5) / (tf.reduce_sum(counts) + 0.5 * BINS)
        expected = 1.0 / BINS
        return tf.reduce_sum((share - expected) * tf.math.log(share / expected)), share

    def observe(self, hour: int, window: Window) -> float:
        index, share = self.index_of(window.values)
        if index > self.limit:
            self.alerts.append(Alert(hour, window.source, round(float(index), 4)))
        return float(index)


def main() -> None:
    reference = np.random.default_rng(3).normal(size=1000)
    monitor = DriftMonitor(reference)
    indices = [monitor.observe(hour, window) for hour, window in enumerate(traffic())]
    print("stability index", [round(index, 4) for index in indices])
    for alert in monitor.alerts:
        print(f"hour {alert.hour}, {alert.source}: {alert.index}")


if __name__ == "__main__":
    main()
