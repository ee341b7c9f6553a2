# planted: TFR107 the channel drivers return counts in eight different number types and the traced conversion takes them raw
# style: instrumentation, driver registry with decorator, abstract units
"""Convert thermistor counts of many different data loggers to degrees."""
import numpy as np
import tensorflow as tf

DRIVERS = {}


def driver(dtype, full_scale):
    def register(fn):
        DRIVERS[fn.__name__] = lambda celsius, rng: (fn(celsius, rng) * full_scale).astype(dtype)
        DRIVERS[fn.__name__].full_scale = full_scale
        return fn
    return register


def divider(celsius):
    resistance = 10e3 * np.exp(3950 * (1 / (celsius + 273.15) - 1 / 298.15))
    return resistance / (resistance + 10e3)


@driver(np.int16, 32767)
def greenhouse(celsius, rng):
    return divider(celsius)


@driver(np.uint16, 65535)
def cellar(celsius, rng):
    return divider(celsius - 8)


@driver(np.int32, 8388607)
def borehole(celsius, rng):
    return divider(celsius - 12 + rng.normal(0, 0.1, celsius.size))


@driver(np.uint8, 255)
def shed(celsius, rng):
    return divider(celsius + 1)


@driver(np.float64, 1.0)
def reference(celsius, rng):
    return divider(celsius + rng.normal(0, 0.01, celsius.size))


@driver(np.float32, 5.0)
def rooftop(celsius, rng):
    return divider(celsius + 4)


@driver(np.int64, 1048575)
def river(celsius, rng):
    return divider(0.5 * celsius + 4)


@driver(np.float16, 10.0)
def mast(celsius, rng):
    return divider(celsius - 1)


@tf.function
def to_celsius(counts, full_scale):
    ratio = tf.cast(counts, tf.float32) / full_scale
    ratio = tf.clip_by_value(ratio, 0.01, 0.99)
    resistance = ratio / (1.0 - ratio)
    inverse = 1.0 / 298.15 + tf.math.log(resistance) / 3950.0
    celsius = 1.0 / inverse - 273.15
    return celsius, tf.reduce_mean(celsius), tf.math.reduce_std(celsius)


def poll(name, celsius, rng):
    source = DRIVERS[name]
    return to_celsius(source(celsius, rng), tf.constant(source.full_scale, tf.float32))


def main():
    rng = np.random.default_rng(16)
    hours = np.arange(48)
    air = 15 + 7 * np.sin(2 * np.pi * (hours - 9) / 24)
    means = {}
    for name in DRIVERS:
        celsius, mean, spread = poll(name, air, rng)
        means[name] = (float(mean), float(spread))
    coldest = min(means, key=means.get)
    print("channels:", len(means))
    print("coldest:", coldest, round(means[coldest][0], 2))
    print("reference:", *[round(v, 2) for v in means["reference"]])
    print("shed against reference:", round(means["shed"][0] - means["reference"][0], 2))


if __name__ == "__main__":
    main()
