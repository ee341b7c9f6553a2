# planted: TFR601 TFR502 the planner asks the surrogate with predict for every candidate day, and refines each plan in a traced closure made per day
# style: digital twin, Keras surrogate behind an interface class, planner loop
"""Plan the feeding of a biogas plant with a learned surrogate of the digester."""
from dataclasses import dataclass

import keras
import numpy as np
import tensorflow as tf


@dataclass
class Digester:
    volatile: float = 3.0
    acids: float = 0.5
    biomass: float = 1.0

    def step(self, maize, slurry):
        load = 0.9 * maize + 0.4 * slurry
        self.acids += 0.3 * load
        hydrolysis = 0.3 * self.volatile * self.biomass
        uptake = 0.5 * self.acids * self.biomass / (0.8 + self.acids + 0.3 * self.acids**2)
        self.volatile = max(0.0, self.volatile + load - hydrolysis - 0.1 * self.volatile)
        self.acids = max(0.0, self.acids + 0.4 * hydrolysis - 2.0 * uptake)
        self.biomass = min(3.0, max(0.2, self.biomass * (1.0 + 0.1 * uptake - 0.03)))
        return 3.0 * uptake

    def vector(self):
        return [self.volatile, self.acids, self.biomass]


def experience(days, seed):
    rng = np.random.default_rng(seed)
    plant, rows, gas = Digester(), [], []
    for _ in range(days):
        feed = rng.uniform(0.0, 2.0, 2)
        rows.append(plant.vector() + list(feed))
        gas.append([plant.step(*feed), plant.acids])
        if rng.random() < 0.05:
            plant = Digester(*rng.uniform([1, 0.1, 0.5], [6, 2.0, 2.5]))
    return np.array(rows, "float32"), np.array(gas, "float32")


class Surrogate:
    def __init__(self):
        keras.utils.set_random_seed(61)
        self.net = keras.Sequential([
            keras.Input((5,)),
            keras.layers.Dense(32, activation="tanh"),
            keras.layers.Dense(32, activation="tanh"),
            keras.layers.Dense(2),
        ])
        self.net.compile(keras.optimizers.Adam(0.01), "mse")

    def learn(self, rows, gas):
        self.net.fit(rows, gas, epochs=15, batch_size=64, verbose=0)

    def forecast(self, state, feeds):
        rows = np.array([list(state) + list(feed) for feed in feeds], "float32")
        return self.net.predict_on_batch(rows)


class Planner:
    grid = [(m / 2, s / 2) for m in range(5) for s in range(5)]

    def __init__(self, surrogate, acid_limit):
        self.surrogate, self.acid_limit = surrogate, acid_limit
        self.polish = tf.function(self._polish)

    def merit(self, forecast, feeds):
        feeds = np.array(feeds)
        over = np.maximum(forecast[:, 1] - self.acid_limit, 0.0)
        return forecast[:, 0] - 0.1 * feeds[:, 0] - 0.03 * feeds[:, 1] - 3.0 * over

    def choose(self, state):
        merit = self.merit(self.surrogate.forecast(state, self.grid), self.grid)
        coarse = self.grid[int(merit.argmax())]
        return self.refine(state, coarse)

    def refine(self, state, coarse):
        return self.polish(tf.constant(state, tf.float32), tf.constant(coarse, tf.float32)).numpy()

    def _polish(self, state, feed):
        net, limit = self.surrogate.net, self.acid_limit
        for _ in tf.range(10):
            with tf.GradientTape() as tape:
                tape.watch(feed)
                out = net(tf.concat([state, feed], 0)[None, :])[0]
                merit = out[0] - 0.1 * feed[0] - 0.03 * feed[1] - 3.0 * tf.nn.relu(out[1] - limit)
            feed = tf.clip_by_value(feed + 0.05 * tape.gradient(merit, feed), 0.0, 2.0)
        return feed


def main():
    surrogate = Surrogate()
    surrogate.learn(*experience(900, 1))
    planner, plant = Planner(surrogate, 0.9), Digester()
    gas, maize = 0.0, 0.0
    for _ in range(22):
        feed = planner.choose(plant.vector())
        gas += plant.step(*map(float, feed))
        maize += float(feed[0])
    print("gas", round(gas, 1), "maize", round(maize, 1))
    print("acids", round(plant.acids, 2), "biomass", round(plant.biomass, 2))


if __name__ == "__main__":
    main()
