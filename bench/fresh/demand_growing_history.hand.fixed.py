# planted: TFR201 every day the observed history gets one longer and the whole of it goes into the compiled smoother
# style: time-series forecaster with fit/update/forecast in the manner of statsmodels
import numpy as np
import tensorflow as tf


class SeasonalSmoother:
    """Additive Holt-Winters, re-run over all that has been seen when a new value arrives."""

    def __init__(self, period=7, alpha=0.3, beta=0.05, gamma=0.2):
        self.period = period
        self.alpha = tf.constant(alpha)
        self.beta = tf.constant(beta)
        self.gamma = tf.constant(gamma)
        self.history = []

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def _filter(self, y):
        level = tf.reduce_mean(y[: self.period])
        trend = tf.constant(0.0)
        season = y[: self.period] - level
        sse = tf.constant(0.0)
        for t in tf.range(self.period, tf.shape(y)[0]):
            s = season[0]
            error = y[t] - (level + trend + s)
            sse += error * error
            new_level = level + trend + self.alpha * error
            trend += self.alpha * self.beta * error
            level = new_level
            season = tf.concat([season[1:], [s + self.gamma * error]], axis=0)
        return level, trend, season, sse

    def fit(self, values):
        self.history = [float(v) for v in values]
        return self

    def update(self, value):
        self.history.append(float(value))
        return self

    def forecast(self, horizon=3):
        y = np.array(self.history, dtype=np.float32)
        level, trend, season, _ = self._filter(y)
        steps = np.arange(1, horizon + 1)
        return level.numpy() + steps * trend.numpy() + season.numpy()[(steps - 1) % self.period]


def shop_sales(days, seed):
    rng = np.random.default_rng(seed)
    t = np.arange(days)
    week = np.array([0, -2, -1, 1, 3, 8, 6])[t % 7]
    return 40 + 0.08 * t + week + rng.normal(0, 1.5, days)


def backtest(series, start=60):
    model = SeasonalSmoother().fit(series[:start])
    errors = []
    for day in range(start, len(series) - 3):
        prediction = model.forecast(3)
        errors.append(np.abs(prediction - series[day:day + 3]))
        model.update(series[day])
    return np.array(errors)


errors = backtest(shop_sales(160, seed=77))
print("days", len(errors))
print("MAE by horizon", " ".join("%.3f" % e for e in errors.mean(axis=0)))
print("worst day %.2f" % errors.max())
