# planted: TFR601 the station monitor's hourly check asks model.predict for one window, for every station and hour
# style: Keras Sequential, monitoring classes, agriculture
"""Frost alerts: predict the temperature two hours ahead at each vineyard station."""
import keras
import numpy as np

HISTORY = 6


def temperatures(stations, hours, seed):
    rng = np.random.default_rng(seed)
    t = np.arange(hours)
    base = 3.0 + 5.0 * np.sin(2 * np.pi * (t - 9) / 24.0)
    noise = np.cumsum(rng.normal(0, 0.3, (stations, hours)), axis=1)
    return (base + 0.6 * noise).astype("float32")


def windows(series):
    xs, ys = [], []
    for row in series:
        for i in range(len(row) - HISTORY - 2):
            xs.append(row[i:i + HISTORY])
            ys.append(row[i + HISTORY + 1])
    return np.array(xs), np.array(ys)


class Forecaster:
    def __init__(self):
        keras.utils.set_random_seed(31)
        self.net = keras.Sequential([
            keras.Input((HISTORY,)),
            keras.layers.Rescaling(0.1),
            keras.layers.Dense(24, activation="tanh"),
            keras.layers.Dense(1),
        ])
        self.net.compile("adam", "mse")

    def train(self, series):
        x, y = windows(series)
        self.net.fit(x, y, epochs=12, batch_size=64, verbose=0)

    def two_hours_ahead(self, recent):
        window = np.asarray(recent, "float32").reshape(1, HISTORY)
        return float(self.net(window, training=False)[0, 0])


class StationMonitor:
    def __init__(self, name, forecaster, limit=0.0):
        self.name, self.forecaster, self.limit = name, forecaster, limit
        self.alerts = 0
        self.lowest = 99.0

    def hourly(self, series, hour):
        expected = self.forecaster.two_hours_ahead(series[hour - HISTORY:hour])
        self.lowest = min(self.lowest, expected)
        if expected < self.limit:
            self.alerts += 1


def main():
    forecaster = Forecaster()
    forecaster.train(temperatures(4, 150, 1))
    live = temperatures(3, 30, 2)
    monitors = [StationMonitor(n, forecaster, 0.5) for n in ("ridge", "slope", "valley")]
    for hour in range(HISTORY, 30):
        for row, monitor in zip(live, monitors):
            monitor.hourly(row, hour)
    for monitor in monitors:
        print(monitor.name, "alerts", monitor.alerts, "lowest", round(monitor.lowest, 2))


if __name__ == "__main__":
    main()
