# planted: TFR101 TFR203 TFR204 prices drawn each season are Python floats and the old relax option cannot help
# style: plain script, agricultural economics, dynamic programming
"""Value of crop rotations when next season's grain price is drawn from a mean-reverting walk."""
import random

import numpy as np
import tensorflow as tf

CROPS = ["wheat", "rape", "clover", "fallow"]
SOIL_LEVELS = 11
DISCOUNT = 0.95

soil = tf.linspace(0.0, 1.0, SOIL_LEVELS)
base_yield = tf.constant([7.5, 3.6, 2.0, 0.0])
price_share = tf.constant([1.0, 2.1, 0.9, 0.0])
cost = tf.constant([640.0, 590.0, 150.0, 40.0])
soil_change = tf.constant([-0.20, -0.10, 0.20, 0.30])


@tf.function(experimental_relax_shapes=True)
def season(values, price, subsidy):
    """One backward step of the Bellman equation over soil quality and last crop."""
    growth = 0.4 + 0.6 * tf.sqrt(soil)
    revenue = growth[:, None] * base_yield * price_share * price
    margin = revenue - cost + subsidy
    repeat = 1.0 - 0.25 * tf.eye(len(CROPS))
    reward = margin[:, None, :] - tf.nn.relu(revenue)[:, None, :] * (1.0 - repeat)
    position = tf.clip_by_value(soil[:, None] + soil_change, 0.0, 1.0) * (SOIL_LEVELS - 1)
    low = tf.cast(tf.floor(position), tf.int32)
    high = tf.minimum(low + 1, SOIL_LEVELS - 1)
    part = position - tf.cast(low, tf.float32)
    columns = tf.range(len(CROPS)) + tf.zeros_like(low)
    below = tf.gather_nd(values, tf.stack([low, columns], axis=-1))
    above = tf.gather_nd(values, tf.stack([high, columns], axis=-1))
    later = (1.0 - part) * below + part * above
    total = reward + DISCOUNT * later[:, None, :]
    return tf.reduce_max(total, axis=2), tf.argmax(total, axis=2)


def price_path(seasons, seed):
    random.seed(seed)
    price = 170.0
    for _ in range(seasons):
        price += 0.3 * (175.0 - price) + random.gauss(0, 14)
        yield price


def evaluate(seed, seasons=25, subsidy=80.0):
    values = tf.zeros([SOIL_LEVELS, len(CROPS)])
    for price in price_path(seasons, seed):
        values, choice = season(values, price, subsidy)
    return values.numpy(), choice.numpy()


starts = []
for seed in (1, 2, 3):
    values, choice = evaluate(seed)
    counts = np.bincount(choice.ravel(), minlength=len(CROPS))
    starts.append(values[5, 0])
    print(f"path {seed}: value on average soil {values[5, 0]:.1f}, best soil {values[-1, 0]:.1f}")
    print("   plan:", dict(zip(CROPS, counts.tolist())))
print("mean value", round(float(np.mean(starts)), 1), "per hectare")
