# ragged_baskets, cured.
from collections import defaultdict

import numpy as np
import tensorflow as tf

PRICES = tf.constant(np.linspace(0.5, 20.0, 40).astype("float32"))


class BasketModel:
    def __init__(self):
        rng = np.random.default_rng(71)
        self.vectors = tf.Variable(rng.normal(size=(40, 6)).astype("float32"))
        self.direction = tf.Variable(rng.normal(size=6).astype("float32"))

    @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int32, ragged_rank=1)])
    def evaluate(self, baskets):
        spent = tf.reduce_sum(tf.gather(PRICES, baskets), axis=1)
        pooled = tf.reduce_mean(tf.gather(self.vectors, baskets), axis=1)
        propensity = tf.sigmoid(tf.linalg.matvec(pooled, self.direction))
        return spent, propensity


def read_events(n=220):
    rng = np.random.default_rng(6)
    hours = np.sort(rng.integers(8, 20, size=n))
    for hour in hours:
        yield int(hour), int(rng.integers(0, 9)), int(rng.integers(0, 40))


def group_by_hour(events):
    grouped = defaultdict(lambda: defaultdict(list))
    for hour, customer, item in events:
        grouped[hour][customer].append(item)
    return grouped


def main():
    model = BasketModel()
    revenue = 0.0
    for hour, customers in group_by_hour(read_events()).items():
        baskets = tf.ragged.constant(list(customers.values()), dtype=tf.int32)
        spent, propensity = model.evaluate(baskets)
        revenue += float(tf.reduce_sum(spent))
        top = list(customers)[int(tf.argmax(propensity))]
        print(
            f"{hour:02d}h: {len(customers)} baskets, {float(tf.reduce_sum(spent)):.2f}, top {top}"
        )
    print(f"revenue {revenue:.1f}")


if __name__ == "__main__":
    main()
