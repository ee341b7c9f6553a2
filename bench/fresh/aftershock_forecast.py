# planted: TFR103 the list of past shocks, one small array each, grows with every event and is passed as a list
# style: class that keeps a catalogue, seismology
"""Aftershock forecast (ETAS): expected number of shocks tomorrow, updated after each event."""
import numpy as np
import tensorflow as tf


def catalogue(n=36, seed=33):
    rng = np.random.default_rng(seed)
    events = [(0.0, 6.4)]
    t = 0.0
    while len(events) < n:
        rate = 0.2 + sum(0.02 * 10 ** (0.9 * (m - 4.0)) / (t - s + 0.05) for s, m in events) * 0.2
        t += rng.exponential(1.0 / rate)
        events.append((t, 4.0 + rng.exponential(1.0 / 2.2)))
    return events


class Forecaster(tf.Module):
    def __init__(self):
        super().__init__(name="etas")
        self.background = tf.Variable(0.2)
        self.productivity = tf.Variable(0.02)
        self.alpha = tf.Variable(0.9)
        self.offset = tf.Variable(0.05)
        self.past = []

    @tf.function
    def expected(self, past, now):
        """Expected count in the next day and the share of the strongest parent."""
        shocks = tf.stack(past)
        age = now - shocks[:, 0]
        weight = self.productivity * 10.0 ** (self.alpha * (shocks[:, 1] - 4.0))
        omori = weight * tf.math.log((age + 1.0 + self.offset) / (age + self.offset))
        total = self.background + tf.reduce_sum(omori)
        return total, tf.reduce_max(omori) / total

    def observe(self, time, magnitude):
        self.past.append(np.array([time, magnitude], "float32"))

    def forecast(self, now):
        return self.expected(self.past, tf.constant(now, tf.float32))


def main():
    model = Forecaster()
    events = catalogue()
    table = []
    for index, (time, magnitude) in enumerate(events):
        model.observe(time, magnitude)
        count, share = model.forecast(time + 0.01)
        actual = sum(time < s <= time + 1.0 for s, _ in events)
        table.append((time, float(count), float(share), actual))
        if index % 9 == 0:
            print(f"day {time:6.2f}  M{magnitude:.1f}: expect {float(count):.3f}, parent share {float(share):.2f}")
    counts = np.array([row[1] for row in table])
    print("largest expectation:", round(float(counts.max()), 2), "last:", round(float(counts[-1]), 3))
    print("days covered:", round(table[-1][0], 1))


if __name__ == "__main__":
    main()
