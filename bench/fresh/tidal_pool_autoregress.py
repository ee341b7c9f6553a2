# planted: TFR601 the rollout feeds one-step forecasts back through model.predict, a call for each hour of each scenario
# style: oceanography, Keras subclassed model, rollout helper with deque
"""Salinity of a tidal pool over the next hours under several rain scenarios."""
from collections import deque

import numpy as np
import keras
from keras import layers

MEMORY = 6


class PoolModel(keras.Model):
    def __init__(self, units=8, **kwargs):
        super().__init__(**kwargs)
        self.hidden = layers.Dense(units, activation="tanh")
        self.delta = layers.Dense(1)

    def call(self, inputs):
        recent = inputs[:, :MEMORY]
        return recent[:, -1:] + self.delta(self.hidden(inputs))


def rain_series(rng, hours):
    return (rng.random(hours) < 0.12) * rng.gamma(2.0, 0.2, size=hours)


def simulate(rng, hours=400):
    rain = rain_series(rng, hours)
    salinity = [1.0]
    for h in range(hours - 1):
        flood = 0.4 if h % 12 < 2 else 0.0
        change = 0.01 - 0.15 * rain[h] + flood * (1.0 - salinity[-1])
        salinity.append(salinity[-1] + change)
    return np.array(salinity, "float32"), rain.astype("float32")


def features(recent, rain, hour):
    tide = [np.sin(2 * np.pi * hour / 12), np.cos(2 * np.pi * hour / 12)]
    return np.concatenate([recent, [rain], tide]).astype("float32")


def training_pairs(salinity, rain):
    rows = [features(salinity[h - MEMORY + 1 : h + 1], rain[h], h) for h in range(MEMORY, len(rain) - 1)]
    return np.stack(rows), salinity[MEMORY + 1 :, None]


def next_hour(model, recent, rain, hour):
    row = features(list(recent), rain, hour)
    return float(model.predict(row[None], verbose=0)[0, 0])


def rollout(model, start, scenario):
    recent = deque(start, maxlen=MEMORY)
    path = []
    for hour, rain in enumerate(scenario):
        recent.append(next_hour(model, recent, rain, hour))
        path.append(recent[-1])
    return path


def main():
    keras.utils.set_random_seed(40)
    rng = np.random.default_rng(40)
    salinity, rain = simulate(rng)
    x, y = training_pairs(salinity, rain)
    model = PoolModel()
    model.compile(optimizer=keras.optimizers.Adam(0.01), loss="mse")
    fitted = model.fit(x, y, epochs=8, batch_size=56, shuffle=False, verbose=0)
    scenarios = {"dry": np.zeros(16), "drizzle": np.full(16, 0.1), "storm": np.r_[np.full(5, 0.8), np.zeros(11)]}
    print("training loss:", round(fitted.history["loss"][-1], 3))
    for name, scenario in scenarios.items():
        path = rollout(model, salinity[-MEMORY:], scenario)
        print(f"{name}: lowest {min(path):.2f}, at the end {path[-1]:.2f}")


if __name__ == "__main__":
    main()
