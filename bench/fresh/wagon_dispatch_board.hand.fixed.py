# planted: TFR101 TFR201 the rolling fuel surcharge and lists of waiting wagons of every length pass through a wrapper to the traced ranking
# style: event-driven service, config dict, classes and a generic wrapper around the traced function
"""Dispatch board of a freight yard: rank waiting wagons for the next departing train."""
import heapq
from collections import OrderedDict

import numpy as np
import tensorflow as tf

CONFIG = {
    "yard": {"tracks": 9, "train_capacity": 5},
    "surcharge": {"base": 0.11, "inertia": 0.9, "ceiling": 0.35},
    "weights": {"age": 0.8, "value": 0.5, "risk": 1.2},
    "horizon": 90,
}


@tf.function(input_signature=[
    tf.TensorSpec([None, 4], tf.float32), tf.TensorSpec([3], tf.float32),
    tf.TensorSpec([], tf.float32), tf.TensorSpec([], tf.float32)])
def rank_wagons(wagons, weights, now, surcharge):
    age = now - wagons[:, 0]
    value, risk, length = wagons[:, 1], wagons[:, 2], wagons[:, 3]
    urgency = weights[0] * tf.math.log1p(age) + weights[1] * value
    danger = weights[2] * risk * tf.sigmoid((age - 24.0) / 6.0)
    cost = surcharge * length
    priority = urgency + danger - cost
    crowd = tf.reduce_mean(tf.nn.softmax(priority) * length)
    return tf.argsort(priority, direction="DESCENDING"), priority, crowd


class Metered:
    """Counts calls and keeps the last result of what it wraps."""

    def __init__(self, function):
        self.function = function
        self.calls = 0
        self.last = None

    def __call__(self, *args, **kwargs):
        self.calls += 1
        self.last = self.function(*args, **kwargs)
        return self.last


class FuelIndex:
    def __init__(self, settings, rng):
        self.settings, self.rng = settings, rng
        self.level = settings["base"]

    def advance(self):
        target = self.settings["base"] * self.rng.lognormal(0.0, 0.4)
        k = self.settings["inertia"]
        self.level = min(self.settings["ceiling"], k * self.level + (1 - k) * float(target))


class Yard:
    def __init__(self, config, seed):
        self.rng = np.random.default_rng(seed)
        self.config = config
        self.fuel = FuelIndex(config["surcharge"], self.rng)
        self.weights = tf.constant(list(config["weights"].values()))
        self.ranker = Metered(rank_wagons)
        self.waiting = OrderedDict()
        self.events = []
        self.delays = []
        self.number = 0

    def schedule(self, when, kind):
        heapq.heappush(self.events, (when, kind))

    def arrive(self, now):
        for _ in range(1 + int(self.rng.poisson(4.0))):
            self.number += 1
            self.waiting[self.number] = (now, self.rng.uniform(0, 3), self.rng.uniform(0, 1),
                                         self.rng.integers(1, 4))

    def depart(self, now):
        if not self.waiting:
            return
        names = list(self.waiting)
        table = tf.constant([self.waiting[n] for n in names], tf.float32)
        surcharge = tf.constant(self.fuel.level)
        order, _, _ = self.ranker(table, self.weights, tf.constant(float(now)), surcharge)
        for index in order.numpy()[: self.config["yard"]["train_capacity"]]:
            arrived = self.waiting.pop(names[index])[0]
            self.delays.append(now - arrived)

    def run(self):
        for t in range(0, self.config["horizon"], 2):
            self.schedule(t, "arrive")
            self.schedule(t + 1, "depart")
        while self.events:
            now, kind = heapq.heappop(self.events)
            self.fuel.advance()
            getattr(self, kind)(now)


def main():
    yard = Yard(CONFIG, 15)
    yard.run()
    print("trains", yard.ranker.calls)
    print("wagons", yard.number, "still waiting", len(yard.waiting))
    print("mean delay", round(float(np.mean(yard.delays)), 3))
    print("surcharge", round(yard.fuel.level, 4), "crowd", round(float(yard.ranker.last[2]), 4))


if __name__ == "__main__":
    main()
