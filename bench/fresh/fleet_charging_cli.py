# planted: TFR101 TFR102 the swept tariff and depot limit arrive as annotated Python floats at the traced plan evaluation
# style: command line with subcommands and argparse defaults, sweep over scenarios
"""Electric delivery fleet: cost of smart charging under tariff scenarios."""
import argparse
import itertools

import numpy as np
import tensorflow as tf


@tf.function
def evaluate_plan(need: tf.Tensor, arrive: tf.Tensor, spread: float, limit: float, patience: float):
    slots = tf.range(48, dtype=tf.float32)
    price = 0.22 + spread * tf.sin(2.0 * np.pi * (slots - 20.0) / 48.0)
    parked = tf.cast(slots[None, :] >= arrive[:, None], tf.float32)
    load = tf.zeros_like(parked)
    for _ in tf.range(25):
        total = tf.reduce_sum(load, 0)
        congestion = tf.nn.relu(total - limit) * 0.05
        score = -(price + congestion)[None, :] * patience * 20.0 + tf.math.log(parked + 1e-6)
        target = need[:, None] * tf.nn.softmax(score, axis=1)
        load = 0.7 * load + 0.3 * target
    total = tf.reduce_sum(load, 0)
    return tf.reduce_sum(total * price), tf.reduce_max(total)


def fleet(size, seed):
    rng = np.random.default_rng(seed)
    need = rng.gamma(6.0, 4.0, size).astype("float32")
    arrive = rng.normal(14.0, 4.0, size).clip(0, 40).astype("float32")
    return tf.constant(need), tf.constant(arrive)


def sweep(args):
    need, arrive = fleet(args.vans, args.seed)
    spreads = [round(0.02 * k, 2) for k in range(1, args.tariffs + 1)]
    results = []
    for spread, limit in itertools.product(spreads, args.limits):
        cost, peak = evaluate_plan(need, arrive, spread, limit, args.patience)
        results.append({"spread": spread, "limit": limit, "cost": float(cost), "peak": float(peak)})
    return results


def report(results):
    cheapest = min(results, key=lambda r: r["cost"])
    flattest = min(results, key=lambda r: r["peak"])
    print(f"scenarios {len(results)}")
    print(f"cheapest {cheapest['cost']:.2f} at spread {cheapest['spread']} limit {cheapest['limit']}")
    print(f"lowest peak {flattest['peak']:.2f} at spread {flattest['spread']} limit {flattest['limit']}")


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vans", type=int, default=40)
    parser.add_argument("--tariffs", type=int, default=8)
    parser.add_argument("--limits", type=float, nargs="+", default=[18.0, 26.0, 40.0, 60.0])
    parser.add_argument("--patience", type=float, default=1.5)
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args(argv)


if __name__ == "__main__":
    report(sweep(parse([])))
