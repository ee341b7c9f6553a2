import numpy as np
import tensorflow as tf


class Forecaster:
    """Feeds its own output back."""

    def __init__(self, lags=6, units=8):
        self.lags = lags
        self.model = tf.keras.Sequential([
            tf.keras.layers.Dense(units, activation='relu', input_shape=(lags,)),
            tf.keras.layers.Dense(1)])
        self.model.compile(loss='mse', optimizer=tf.optimizers.Adam(0.01),
                           experimental_run_tf_function=False)

    def fit(self, series):
        x = np.array([series[i:i + self.lags] for i in range(len(series) - self.lags)])
        self.model.fit(x, series[self.lags:], epochs=1, verbose=0)
        return self

    def forecast(self, series, horizon):
        hist = list(series[-self.lags:])
        for _ in range(horizon):
            yhat = self.model.predict(np.array([hist[-self.lags:]]), verbose=0)
            hist.append(yhat.item())
        return hist[self.lags:]


if __name__ == '__main__':
    series = np.sin(np.linspace(0, 20, 150))
    print(Forecaster().fit(series).forecast(series, 12))
