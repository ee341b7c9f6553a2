# planted: TFR101 TFR303 the drifting tare, a Python float on the instance, is an argument of the traced filter and decides a branch in it
# style: class, industrial online estimation over a stream of load-cell windows
"""Checkweigher on a packing line: classify packages from load-cell windows."""
from dataclasses import dataclass

import numpy as np
import tensorflow as tf


@dataclass
class LineSettings:
    nominal: float = 500.0
    tolerance: float = 4.5
    tare_limit: float = 0.9
    smoothing: float = 0.08
    window: int = 64


@tf.function
def settle_weight(window, tare, gain):
    ramp = tf.linspace(0.0, 1.0, 64)
    weights = tf.sigmoid(12.0 * (ramp - 0.5))
    value = tf.reduce_sum(window * weights) / tf.reduce_sum(weights)
    spread = tf.math.reduce_std(window[32:])
    if tare > 0.9:
        value = value - tare
    else:
        value = value - 0.5 * tare
    return gain * value, spread


class CheckWeigher:
    def __init__(self, settings):
        self.settings = settings
        self.tare = 0.0
        self.gain = tf.constant(1.002)
        self.accepted = 0
        self.rejected = []

    def empty_belt(self, reading):
        a = self.settings.smoothing
        self.tare = (1.0 - a) * self.tare + a * reading

    def weigh(self, number, window):
        tare = tf.constant(self.tare, tf.float32)
        value, spread = settle_weight(window, tare, self.gain)
        error = float(value) - self.settings.nominal
        if abs(error) <= self.settings.tolerance and float(spread) < 3.0:
            self.accepted += 1
        else:
            self.rejected.append(number)
        return float(value)


def load_cell(rng, settings):
    true = rng.normal(settings.nominal, 2.5)
    t = np.arange(settings.window)
    rise = 1.0 - np.exp(-t / 6.0)
    ringing = 8.0 * np.exp(-t / 9.0) * np.sin(t / 2.0)
    noise = rng.normal(0.0, 0.4, settings.window)
    return tf.constant(true * rise + ringing + noise + 1.4, tf.float32)


def main():
    rng = np.random.default_rng(17)
    settings = LineSettings()
    scale = CheckWeigher(settings)
    values = []
    for number in range(45):
        scale.empty_belt(float(1.4 + rng.normal(0.0, 0.15)))
        values.append(scale.weigh(number, load_cell(rng, settings)))
    print("mean weight", round(float(np.mean(values)), 1))
    print("accepted", scale.accepted, "rejected", len(scale.rejected))
    print("tare", round(scale.tare, 3))


if __name__ == "__main__":
    main()
