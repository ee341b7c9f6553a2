# planted: TFR106 a surrogate is rebuilt for every turbine type and handed to the traced yield estimate
# style: script with small functions, Keras functional models
"""Annual yield of candidate turbine types over one wind climate."""
import numpy as np
import tensorflow as tf
import keras
from keras import layers

keras.utils.set_random_seed(9)
rng = np.random.default_rng(9)

HOURS = 8760
TYPES = ["T%03d" % (80 + 4 * k) for k in range(14)]


def wind_climate(samples=2048):
    speed = 7.8 * rng.weibull(2.05, samples)
    density = rng.normal(1.225, 0.03, samples)
    turbulence = rng.uniform(0.05, 0.18, samples)
    return tf.constant(np.stack([speed / 10.0, density, turbulence], 1), tf.float32)


def build_surrogate():
    inputs = keras.Input((3,))
    x = layers.Dense(24, activation="tanh")(inputs)
    x = layers.Dense(24, activation="tanh")(x)
    power = layers.Dense(1, activation="sigmoid")(x)
    return keras.Model(inputs, power)


def published_weights(name):
    """Stands for the weight files the manufacturers send."""
    diameter = float(name[1:])
    local = np.random.default_rng(int(diameter))
    first = local.normal(0.0, 0.5, (3, 24)).astype("float32")
    first[0] = np.abs(first[0]) * diameter / 90.0
    second = local.normal(0.05, 0.25, (24, 24)).astype("float32")
    last = np.abs(local.normal(0.0, 0.12, (24, 1))).astype("float32")
    zero = np.zeros(24, "float32")
    return [first, zero, second, zero, last, np.full(1, -0.8, "float32")]


def load_surrogate(name):
    surrogate = build_surrogate()
    surrogate.set_weights(published_weights(name))
    return surrogate


@tf.function
def expected_yield(surrogate, climate, rated):
    base = surrogate(climate, training=False)[:, 0]
    gust = surrogate(climate * tf.constant([1.08, 1.0, 1.2]), training=False)[:, 0]
    load = 0.8 * base + 0.2 * gust
    cut_out = tf.cast(climate[:, 0] < 2.5, tf.float32)
    mean = tf.reduce_mean(load * cut_out)
    spread = tf.math.reduce_std(load * cut_out)
    return rated * mean * HOURS / 1000.0, spread


climate = wind_climate()
table = []
for name in TYPES:
    surrogate = load_surrogate(name)
    rated = tf.constant(0.3 * float(name[1:]), tf.float32)
    gwh, spread = expected_yield(surrogate, climate, rated)
    table.append((name, float(gwh), float(spread)))

table.sort(key=lambda row: -row[1])
for name, gwh, spread in table[:4]:
    print("%s %.2f GWh spread %.3f" % (name, gwh, spread))
print("mean over %d types %.2f" % (len(table), np.mean([row[1] for row in table])))
