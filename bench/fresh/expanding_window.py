# planted: TFR201 an expanding window over a time series: each origin sees one value more
# style: time series, functions and NumPy
import numpy as np
import tensorflow as tf


def make_series(n):
    t = np.arange(n)
    return (10 + 0.3 * t + 2 * np.sin(t / 3)).astype(np.float32)


@tf.function
def holt(series, alpha, beta):
    """Fit Holt's linear smoothing and return level and trend."""
    level, trend = series[0], series[1] - series[0]
    for value in series[1:]:
        previous = level
        level = alpha * value + (1 - alpha) * (level + trend)
        trend = beta * (level - previous) + (1 - beta) * trend
    return level, trend


def backtest(series, first_origin, horizon):
    errors = []
    for origin in range(first_origin, len(series) - horizon):
        level, trend = holt(series[:origin], 0.6, 0.3)
        forecast = level.numpy() + trend.numpy() * np.arange(1, horizon + 1)
        actual = series[origin : origin + horizon]
        errors.append(np.abs(actual - forecast).mean())
    return np.array(errors)


series = make_series(28)
errors = backtest(series, first_origin=14, horizon=3)
print("origins", len(errors))
print("MAE %.3f worst %.3f" % (errors.mean(), errors.max()))
print("last", np.round(errors[-3:], 3))
