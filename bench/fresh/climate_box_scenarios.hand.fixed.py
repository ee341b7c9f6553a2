"""Warming by the end of a scenario, from a two-box climate model."""
import argparse

import numpy as np
import tensorflow as tf

SCENARIOS = [
    {"name": "pledges", "years": 40, "ramp": 0.022},
    {"name": "delay", "years": 55, "ramp": 0.034},
    {"name": "business", "years": 70, "ramp": 0.048},
    {"name": "overshoot", "years": 62, "ramp": 0.041},
    {"name": "rapid", "years": 30, "ramp": 0.012},
    {"name": "plateau", "years": 48, "ramp": 0.027},
    {"name": "rebound", "years": 36, "ramp": 0.051},
]


@tf.function
def warm(sensitivity, uptake, years, ramp):
    surface = tf.zeros_like(sensitivity)
    deep = tf.zeros_like(sensitivity)
    forcing = tf.constant(2.2)
    peak_rate = tf.zeros_like(sensitivity)
    for _ in tf.range(years):
        forcing = forcing + ramp
        flow = uptake * (surface - deep)
        change = (forcing - 3.7 * surface / sensitivity - flow) / 8.0
        surface = surface + change
        deep = deep + flow / 100.0
        peak_rate = tf.maximum(peak_rate, change)
    return surface, peak_rate


def members(count, seed):
    rng = np.random.default_rng(seed)
    sensitivity = rng.lognormal(np.log(3.0), 0.25, size=count)
    uptake = rng.normal(0.7, 0.1, size=count)
    return tf.constant(sensitivity, tf.float32), tf.constant(uptake, tf.float32)


def evaluate(scenario, ensemble):
    years = tf.constant(scenario["years"])
    ramp = tf.constant(scenario["ramp"], tf.float32)
    warming, rate = warm(*ensemble, years, ramp)
    return {
        "mean": float(tf.reduce_mean(warming)),
        "high": float(np.quantile(warming.numpy(), 0.9)),
        "rate": float(tf.reduce_max(rate)),
    }


def parse(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--members", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1850)
    parser.add_argument("--limit", type=float, default=2.5)
    return parser.parse_args(argv)


def main(argv=None):
    args = parse(argv)
    ensemble = members(args.members, args.seed)
    results = {s["name"]: evaluate(s, ensemble) for s in SCENARIOS}
    below = [name for name, r in results.items() if r["mean"] < args.limit]
    print("scenarios:", len(results))
    print("mean below", args.limit, "K:", ", ".join(below))
    for name in ("pledges", "business"):
        print(f"{name}: {results[name]['mean']:.2f} K, 90% {results[name]['high']:.2f} K")
    print("fastest:", round(max(r["rate"] for r in results.values()), 3), "K per year")


if __name__ == "__main__":
    main([])
