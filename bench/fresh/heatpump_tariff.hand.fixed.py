# planted: TFR303 TFR101 the hour is a Python int and the traced house model asks it for tariff and setback
# style: argparse with defaults, NamedTuple configuration, main
"""A street of houses with heat pumps under a time-of-use tariff."""
import argparse
from typing import NamedTuple

import numpy as np
import tensorflow as tf


class Tariff(NamedTuple):
    night: float = 0.17
    day: float = 0.31
    peak: float = 0.46


class House(NamedTuple):
    resistance: tf.Tensor   # K/kW
    capacity: tf.Tensor     # kWh/K
    rated: tf.Tensor        # kW electric


TARIFF = Tariff()


def build_street(n, seed):
    rng = np.random.default_rng(seed)
    return House(
        resistance=tf.constant(rng.uniform(3.5, 8.0, n), tf.float32),
        capacity=tf.constant(rng.uniform(6.0, 14.0, n), tf.float32),
        rated=tf.constant(rng.uniform(1.8, 3.2, n), tf.float32),
    )


@tf.function
def hour_of_street(house, inside, outside, hour):
    if hour % 24 >= 22 or hour % 24 < 6:
        setpoint, price = 19.0, TARIFF.night
    elif 17 <= hour % 24 < 20:
        setpoint, price = 20.0, TARIFF.peak
    else:
        setpoint, price = 21.0, TARIFF.day
    cost = tf.zeros_like(inside)
    energy = tf.zeros_like(inside)
    for _ in range(4):
        cop = 2.2 + 0.06 * (outside + 10.0)
        power = house.rated * tf.sigmoid(3.0 * (setpoint - inside))
        flow = cop * power + (outside - inside) / house.resistance + 0.25
        inside = inside + 0.25 * flow / house.capacity
        energy += 0.25 * power
        cost += 0.25 * power * price
    return inside, energy, cost


def weather(hours, seed):
    rng = np.random.default_rng(seed)
    t = np.arange(hours)
    return 1.0 + 5.0 * np.sin(2.0 * np.pi * (t - 9) / 24.0) + np.cumsum(rng.normal(0.0, 0.2, hours))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--houses", type=int, default=80)
    parser.add_argument("--hours", type=int, default=54)
    parser.add_argument("--seed", type=int, default=6)
    options = parser.parse_args()

    street = build_street(options.houses, options.seed)
    outside = weather(options.hours, options.seed)
    inside = tf.fill([options.houses], 19.5)
    energy_total = np.zeros(options.houses)
    cost_total = np.zeros(options.houses)
    coldest = 99.0
    for hour in range(options.hours):
        air = tf.constant(outside[hour], tf.float32)
        inside, energy, cost = hour_of_street(street, inside, air, tf.constant(hour))
        energy_total += energy.numpy()
        cost_total += cost.numpy()
        coldest = min(coldest, float(tf.reduce_min(inside)))
    print("energy per house %.2f kWh" % energy_total.mean())
    print("cost per house %.2f" % cost_total.mean())
    print("mean price %.3f" % (cost_total.sum() / energy_total.sum()))
    print("coldest room %.2f" % coldest)


if __name__ == "__main__":
    main()
