# planted: TFR201 a history that grows by one value per step
# style: time series, list of floats
import math

import numpy as np
import tensorflow as tf


@tf.function
def forecast(history):
    """Exponentially weighted mean of all that was seen."""
    n = tf.shape(history)[0]
    age = tf.cast(tf.range(n - 1, -1, -1), tf.float32)
    weights = tf.pow(0.8, age)
    return tf.reduce_sum(weights * history) / tf.reduce_sum(weights)


def backtest(series):
    history = [series[0]]
    errors = []
    for value in series[1:]:
        prediction = forecast(tf.constant(history, dtype=tf.float32))
        errors.append(abs(float(prediction) - value))
        history.append(value)
    return errors


series = [math.sin(0.5 * t) + 0.1 * t for t in range(9)]
print(np.round(backtest(series), 4).tolist())
