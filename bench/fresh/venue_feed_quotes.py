# planted: TFR107 every trading venue delivers prices and sizes in its own number types
# style: adapters per venue, dataclass of a snapshot, polling loop
"""Compare quotes of trading venues: micro price, imbalance and the best place to buy."""
from dataclasses import dataclass

import numpy as np
import tensorflow as tf

DEPTH = 5


@dataclass
class Snapshot:
    venue: str
    bids: np.ndarray
    asks: np.ndarray
    bid_sizes: np.ndarray
    ask_sizes: np.ndarray


VENUES = {
    "alpha": ("float32", "float32"),
    "bravo": ("float64", "int32"),
    "carrow": ("float64", "int64"),
    "delta": ("float32", "int32"),
    "eastgate": ("float64", "float64"),
    "fjord": ("float32", "int64"),
    "granite": ("float16", "int32"),
    "helix": ("float64", "float32"),
    "ironbark": ("float32", "float64"),
    "juniper": ("float64", "uint16"),
    "kestrel": ("float32", "int16"),
    "lantern": ("float16", "float32"),
}


def poll(venue, rng, middle):
    """One snapshot of a venue, as its feed handler delivers it."""
    price_type, size_type = VENUES[venue]
    steps = np.arange(1, DEPTH + 1) * 0.125
    lean = rng.integers(-1, 2) * 0.125
    bids = (middle + lean - steps).astype(price_type)
    asks = (middle + lean + steps).astype(price_type)
    sizes = rng.integers(1, 40, size=(2, DEPTH)).astype(size_type)
    return Snapshot(venue, bids, asks, sizes[0], sizes[1])


@tf.function
def quote_signal(bids, asks, bid_sizes, ask_sizes):
    bids, asks = tf.cast(bids, tf.float32), tf.cast(asks, tf.float32)
    bid_sizes, ask_sizes = tf.cast(bid_sizes, tf.float32), tf.cast(ask_sizes, tf.float32)
    decay = tf.exp(-0.5 * tf.range(float(DEPTH)))
    bid_weight = tf.reduce_sum(bid_sizes * decay)
    ask_weight = tf.reduce_sum(ask_sizes * decay)
    imbalance = (bid_weight - ask_weight) / (bid_weight + ask_weight)
    micro = (asks[0] * bid_sizes[0] + bids[0] * ask_sizes[0]) / (bid_sizes[0] + ask_sizes[0])
    filled = tf.minimum(tf.cumsum(ask_sizes), 50.0)
    taken = filled - tf.concat([[0.0], filled[:-1]], axis=0)
    cost = tf.reduce_sum(taken * asks) / tf.reduce_sum(taken)
    return micro, imbalance, cost


class Monitor:
    def __init__(self):
        self.costs = {venue: [] for venue in VENUES}
        self.imbalances = []

    def on_snapshot(self, snap):
        _, imbalance, cost = quote_signal(snap.bids, snap.asks, snap.bid_sizes, snap.ask_sizes)
        self.costs[snap.venue].append(float(cost))
        self.imbalances.append(float(imbalance))

    def ranking(self):
        return sorted((float(np.mean(costs)), venue) for venue, costs in self.costs.items())


monitor = Monitor()
generator = np.random.default_rng(77)
price = 100.0
for tick in range(8):
    price += 0.125 * generator.integers(-2, 3)
    for name in VENUES:
        monitor.on_snapshot(poll(name, generator, price))
for cost, venue in monitor.ranking()[:4]:
    print(f"{venue:9s} average cost {cost:.3f}")
print(f"mean imbalance {np.mean(monitor.imbalances):.3f}")
