# planted: TFR201 the arrays of polls so far grow by a few rows with each published week
# style: class that collects history, political statistics
"""A poll aggregator: house effects and a smoothed trend, updated every week."""
import numpy as np
import tensorflow as tf

HOUSES = 6
WEEKS = 24


@tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([None], tf.int32), tf.TensorSpec([None]),
                              tf.TensorSpec([None]), tf.TensorSpec([])])
def smooth(week, house, share, size, now):
    """Kernel trend at every past week with pollster offsets by alternating fits."""
    grid = tf.range(0.0, float(WEEKS))
    precision = size / (share * (1.0 - share))
    offsets = tf.zeros(HOUSES)
    for _ in range(6):
        adjusted = share - tf.gather(offsets, house)
        kernel = tf.exp(-0.5 * ((grid[:, None] - week[None, :]) / 2.5) ** 2) * precision
        trend = tf.reduce_sum(kernel * adjusted, axis=1) / tf.reduce_sum(kernel, axis=1)
        at_poll = tf.gather(trend, tf.cast(week, tf.int32))
        residual = (share - at_poll) * precision
        total = tf.math.unsorted_segment_sum(residual, house, HOUSES)
        weight = tf.math.unsorted_segment_sum(precision, house, HOUSES)
        offsets = total / (weight + 4.0e4)
        offsets = offsets - tf.reduce_mean(offsets)
    nearby = tf.exp(-0.5 * ((now - week) / 2.5) ** 2) * precision
    return tf.gather(trend, tf.cast(now, tf.int32)), tf.sqrt(1.0 / tf.reduce_sum(nearby)), offsets


class Aggregator:
    def __init__(self):
        self.rows = []

    def publish(self, polls):
        self.rows.extend(polls)

    def estimate(self, now):
        table = np.array(self.rows, "float32")
        return smooth(table[:, 0], table[:, 1].astype("int32"), table[:, 2], table[:, 3], tf.constant(now))


def weekly_polls(seed=27):
    rng = np.random.default_rng(seed)
    effect = rng.normal(0, 0.015, HOUSES)
    support = 0.46
    for week in range(WEEKS):
        support += rng.normal(0, 0.006)
        polls = []
        for house in rng.choice(HOUSES, rng.integers(2, 5), replace=False):
            n = int(rng.integers(600, 2000))
            share = rng.binomial(n, support + effect[house]) / n
            polls.append((week, house, share, n))
        yield float(week), support, polls


def main():
    desk = Aggregator()
    errors = []
    for week, truth, polls in weekly_polls():
        desk.publish(polls)
        trend, spread, offsets = desk.estimate(week)
        errors.append(float(trend) - truth)
        if week % 6 == 5:
            print(f"week {week:.0f}: {100 * float(trend):.2f} +- {100 * float(spread):.2f} (true {100 * truth:.2f})")
    print("rms error in points:", round(100 * float(np.sqrt(np.mean(np.square(errors)))), 2))
    print("house effects:", [round(100 * float(o), 2) for o in offsets])


if __name__ == "__main__":
    main()
