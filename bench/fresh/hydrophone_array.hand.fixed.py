# planted: TFR103 the delays for every look direction are handed over as a Python list of floats
# style: tf.Module with a traced method, scan over directions
"""Delay-and-sum beamforming: where is the whale?"""
import math

import numpy as np
import tensorflow as tf

SPEED = 1490.0
RATE = 4000.0


class Beamformer(tf.Module):
    def __init__(self, positions, recording):
        super().__init__(name="beamformer")
        self.positions = positions
        self.spectrum = tf.signal.rfft(tf.constant(recording, tf.float32))
        bins = recording.shape[1] // 2 + 1
        self.freq = tf.constant(np.arange(bins) * RATE / recording.shape[1], tf.float32)

    @tf.function
    def power(self, delays):
        phases = [tf.exp(tf.complex(0.0, -2.0 * math.pi * self.freq * d)) for d in tf.unstack(delays)]
        steered = tf.reduce_mean(tf.stack(phases) * self.spectrum, axis=0)
        return tf.reduce_mean(tf.abs(steered) ** 2)

    def delays_for(self, bearing_deg):
        b = math.radians(bearing_deg)
        return [(x * math.cos(b) + y * math.sin(b)) / SPEED for x, y in self.positions]

    def scan(self, bearings):
        response = {}
        for bearing in bearings:
            delays = self.delays_for(bearing)
            response[bearing] = float(self.power(tf.constant(delays)))
        return response


def record(positions, bearing_deg, n=1024, seed=7):
    rng = np.random.default_rng(seed)
    b = math.radians(bearing_deg)
    t = np.arange(n) / RATE
    rows = []
    for x, y in positions:
        lag = (x * math.cos(b) + y * math.sin(b)) / SPEED
        call = np.sin(2 * np.pi * (180.0 * (t + lag) + 90.0 * (t + lag) ** 2))
        rows.append(call + 0.8 * rng.normal(size=n))
    return np.array(rows)


def main():
    layout = [(0.0, 0.0), (3.0, 0.4), (6.1, -0.2), (1.4, 4.0), (4.5, 3.6), (2.2, -3.9)]
    array = Beamformer(layout, record(layout, 63.0))
    coarse = array.scan(range(-180, 180, 12))
    peak = max(coarse, key=coarse.get)
    fine = array.scan([peak + d for d in range(-10, 11, 2)])
    best = max(fine, key=fine.get)
    print("coarse peak:", peak, "power", round(coarse[peak], 3))
    print("bearing:", best, "power", round(fine[best], 3))
    print("mean sidelobe:", round(float(np.mean(list(coarse.values()))), 3))


if __name__ == "__main__":
    main()
