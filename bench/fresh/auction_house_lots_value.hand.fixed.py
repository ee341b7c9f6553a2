"""Hedonic valuation of lots by category."""
import tensorflow as tf

CATEGORIES = ["clocks", "ceramics", "maps", "watercolours", "chess sets", "violins"]
SLOPES = {
    "clocks": [0.6, 0.2, 0.1],
    "ceramics": [1.2, -0.3, 0.0],
    "maps": [0.3, 0.3, 0.4],
    "watercolours": [0.8, 0.0, 0.2],
    "chess sets": [0.5, 0.1, 0.3],
    "violins": [0.1, 0.9, 0.2],
}
VOLATILE = {"violins": 0.3, "watercolours": 0.25}


def elasticity(market):
    weights = tf.nn.softmax(market)
    return tf.reduce_sum(weights * market)


@tf.function
def valuation(slopes, volatility, estimate, features, market):
    quality = tf.reduce_sum(features * slopes)
    value = estimate * quality * elasticity(market)
    spread = value * volatility
    return value, spread


def appraised(category, estimate, features, market):
    slopes = tf.constant(SLOPES[category])
    volatility = tf.constant(VOLATILE.get(category, 0.12))
    return valuation(slopes, volatility, tf.constant(estimate, tf.float32), features, market)
