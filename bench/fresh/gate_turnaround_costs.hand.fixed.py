"""Airport gates: expected cost of turnaround delays under the penalty each airline has agreed to."""
import functools

import numpy as np
import tensorflow as tf

from gate_turnaround_costs_terms import PENALTIES

AIRLINES = {
    "Borealis": {"penalty": "linear", "rate": 14.0, "buffer": 10.0},
    "Mistral": {"penalty": "slot", "fee": 1200.0, "buffer": 5.0},
    "Sirocco": {"penalty": "convex", "power": 1.4, "buffer": 15.0},
}


@tf.function
def expected_cost(penalty_of, minutes, weights, buffer):
    late = tf.nn.relu(minutes - buffer)
    return tf.reduce_sum(weights * penalty_of(late)) / tf.reduce_sum(weights)


@functools.cache
def curve_of(airline):
    terms = AIRLINES[airline]
    return PENALTIES[terms["penalty"]](**terms)


def price(airline, minutes, weights):
    terms = AIRLINES[airline]
    return expected_cost(curve_of(airline), minutes, weights, tf.constant(terms["buffer"]))


def sampled_day(rng, flights=200):
    minutes = rng.gamma(2.0, 9.0, flights).astype("float32")
    weights = rng.integers(60, 220, flights).astype("float32")
    return tf.constant(minutes), tf.constant(weights)


def simulate(days, seed):
    rng = np.random.default_rng(seed)
    ledger = {airline: [] for airline in AIRLINES}
    for _ in range(days):
        minutes, weights = sampled_day(rng)
        for airline in ledger:
            ledger[airline].append(float(price(airline, minutes, weights)))
    return ledger


if __name__ == "__main__":
    ledger = simulate(days=8, seed=77)
    for airline, costs in ledger.items():
        print(f"{airline:9s} mean {np.mean(costs):8.2f}  worst day {np.max(costs):8.2f}")
    print("dearest:", max(ledger, key=lambda a: np.mean(ledger[a])))
