# planted: TFR105 the aggregations are lambdas written inside the method that is called for every customer
# style: data engineer, a small feature job that turns event logs into rows, dictionaries of aggregations
"""Compute features of customers from their events, one day after the other."""
import numpy as np
import tensorflow as tf

DAYS = 4
CUSTOMERS = 5
SLOTS = 24


def events(day):
    """Spending per customer and hour."""
    rng = np.random.default_rng(70 + day)
    busy = rng.random((CUSTOMERS, SLOTS)) < 0.35
    return (busy * rng.gamma(2.0, 8.0, (CUSTOMERS, SLOTS))).astype("float32")


@tf.function
def aggregate(values, reduce, halflife):
    """Apply an aggregation to values that count less the older they are."""
    age = tf.cast(tf.range(SLOTS - 1, -1, -1), tf.float32)
    return reduce(values * 0.5 ** (age / halflife))


class FeatureJob:
    def __init__(self, halflife=8.0):
        self.halflife = halflife
        self.rows = {}

    def features(self, spending):
        aggregations = {
            "total": lambda v: tf.reduce_sum(v),
            "largest": lambda v: tf.reduce_max(v),
            "active": lambda v: tf.reduce_mean(tf.cast(v > 0, tf.float32)),
            "spread": lambda v: tf.math.reduce_std(v),
        }
        return {
            name: float(aggregate(spending, reduce, self.halflife))
            for name, reduce in aggregations.items()
        }

    def process(self, day):
        for customer, spending in enumerate(events(day)):
            self.rows[day, customer] = self.features(spending)

    def summary(self):
        names = next(iter(self.rows.values()))
        return {
            name: round(float(np.mean([row[name] for row in self.rows.values()])), 4) for name in names
        }


def main():
    job = FeatureJob()
    for day in range(DAYS):
        job.process(day)
        first = job.rows[day, 0]
        print(f"day {day}:", " ".join(f"{name} {value:.3f}" for name, value in first.items()))
    print(job.summary())


if __name__ == "__main__":
    main()
