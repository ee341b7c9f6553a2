"""A karst drip: oxygen isotopes of rain pass through a soil store into a stalagmite."""
from functools import reduce

import numpy as np
import tensorflow as tf

MONTHS = np.arange(12)


@tf.function
def recharge(rain, delta, temperature, store, store_delta):
    evaporated = tf.minimum(rain, 4.0 * tf.nn.softplus(temperature / 4.0))
    infiltrated = rain - 0.6 * evaporated
    enriched = delta + 1.5 * evaporated / (rain + 1.0)
    inflow = tf.reduce_sum(infiltrated)
    mixed = (store * store_delta + tf.reduce_sum(infiltrated * enriched)) / (store + inflow)
    drained = 0.3 * (store + inflow)
    calcite = mixed + 2.78e3 / (tf.reduce_mean(temperature) + 273.15) * 3.2 - 30.4
    return store + inflow - drained, mixed, calcite


def make_cave(store=400.0, delta=-7.0):
    store, delta = tf.constant(store), tf.constant(delta)
    grown = []

    def year(rain, rain_delta, temperature):
        nonlocal store, delta
        store, delta, calcite = recharge(rain, rain_delta, temperature, store, delta)
        grown.append(calcite.numpy().item())
        return grown

    return year


def climate(rng, years, trend):
    for k in range(years):
        rain = np.maximum(5.0, 60 - 30 * np.cos(2 * np.pi * MONTHS / 12) + 15 * rng.normal(size=12))
        temperature = 11 + trend * k - 8 * np.cos(2 * np.pi * MONTHS / 12) + rng.normal(size=12)
        delta = -7.5 + 0.25 * (temperature - 11) - 0.012 * (rain - 60)
        yield tuple(tf.constant(a, tf.float32) for a in (rain, delta, temperature))


def grow(trend, seed, years=18):
    cave = make_cave()
    record = reduce(lambda _, forcing: cave(*forcing), climate(np.random.default_rng(seed), years, trend), [])
    return np.array(record)


def slope(record):
    return float(np.polyfit(np.arange(len(record)), record, 1)[0])


records = {trend: grow(trend, seed=8200) for trend in (0.0, 0.1)}
for trend, record in records.items():
    print(f"warming {trend:.1f} K/yr: mean {record.mean():.2f}, first {record[0]:.2f}, last {record[-1]:.2f}, slope {slope(record):.3f}")
print("difference of the last decade", round(float((records[0.1] - records[0.0])[-10:].mean()), 2))
