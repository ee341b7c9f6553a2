# planted: TFR601 a method predicts one day at a time with Keras' predict, and the backtest calls it day after day
# style: energy company, Keras regression and a backtest class
import numpy as np
from tensorflow import keras


def hourly_load(days=70):
    rng = np.random.default_rng(4)
    hours = np.arange(days * 8)
    shape = 40 + 9 * np.sin(2 * np.pi * hours / 8) + 4 * np.sin(2 * np.pi * hours / 56)
    return (shape + rng.normal(0, 1.2, len(hours))).reshape(days, 8).astype("float32")


class LoadModel:
    """Forecasts the next day's profile from the three days before."""

    history = 3

    def __init__(self):
        self.network = keras.Sequential([
            keras.layers.Input((self.history * 8,)),
            keras.layers.Dense(24, activation="relu"),
            keras.layers.Dense(8),
        ])
        self.network.compile(keras.optimizers.Adam(0.01), "mse")
        self.mean, self.scale = 0.0, 1.0

    def fit(self, load):
        self.mean, self.scale = load.mean(), load.std()
        scaled = (load - self.mean) / self.scale
        x = np.stack([scaled[i:i + self.history].ravel() for i in range(len(load) - self.history)])
        self.network.fit(x, scaled[self.history:], epochs=12, batch_size=16, shuffle=False, verbose=0)

    def next_day(self, recent):
        x = ((recent - self.mean) / self.scale).reshape(1, -1)
        return self.network(x, training=False).numpy()[0] * self.scale + self.mean


class Backtest:
    def __init__(self, model, load, start):
        self.model = model
        self.load = load
        self.start = start
        self.correction = np.zeros(8, "float32")

    def run(self):
        errors = []
        for day in range(self.start, len(self.load)):
            recent = self.load[day - self.model.history:day]
            forecast = self.model.next_day(recent) + self.correction
            error = self.load[day] - forecast
            self.correction += 0.2 * error
            errors.append(np.abs(error).mean())
        return np.array(errors)


if __name__ == "__main__":
    keras.utils.set_random_seed(9)
    load = hourly_load()
    model = LoadModel()
    model.fit(load[:45])
    errors = Backtest(model, load, 45).run()
    naive = np.abs(np.diff(load, axis=0)[44:]).mean()
    print("mean absolute error", round(float(errors.mean()), 4))
    print("first week", np.round(errors[:7], 3).tolist())
    print("naive forecast", round(float(naive), 4))
