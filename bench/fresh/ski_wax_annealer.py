# planted: TFR601 the annealer's energy goes through Surrogate.__call__ to model.predict on a single mixture at each move
# style: Keras surrogate with __call__, simulated annealing, search loop with while
"""Mix a ski wax for a snow temperature: a neural surrogate of glide friction and an annealer over mixtures."""
import math
import random

import keras
import numpy as np

PARTS = ["paraffin", "fluor-free hardener", "graphite", "silicone"]


def friction(mix, snow):
    hard = mix[..., 1] + 0.5 * mix[..., 2]
    ideal = 0.15 - 0.025 * snow
    return 0.03 + 0.08 * (hard - ideal) ** 2 + 0.02 * (mix[..., 3] - 0.1) ** 2 + 0.01 * mix[..., 2] * (snow > -4)


class Surrogate:
    def __init__(self, samples=600):
        rng = np.random.default_rng(17)
        mix = rng.dirichlet(np.ones(len(PARTS)), samples)
        snow = rng.uniform(-15, 0, samples)
        self.x = np.column_stack([mix, snow / 10]).astype("float32")
        self.y = (100 * friction(mix, snow)).astype("float32")
        self.net = keras.Sequential([keras.Input((len(PARTS) + 1,)), keras.layers.Dense(24, activation="gelu"),
                                     keras.layers.Dense(1)])
        self.net.compile(keras.optimizers.Adam(0.02), "mse")

    def learn(self):
        return self.net.fit(self.x, self.y, epochs=10, batch_size=50, shuffle=False, verbose=0).history["loss"][-1]

    def __call__(self, mix, snow):
        row = np.array([[*mix, snow / 10]], "float32")
        return self.net.predict(row, verbose=0).item()


def neighbour(mix, dice):
    i, j = dice.sample(range(len(mix)), 2)
    moved = min(mix[i], 0.25 * dice.random())
    other = list(mix)
    other[i] -= moved
    other[j] += moved
    return tuple(other)


def anneal(energy, start, dice, hot=0.5, cold=0.05, cooling=0.78):
    here, e_here = start, energy(start)
    best = (e_here, here)
    heat = hot
    while heat > cold:
        there = neighbour(here, dice)
        e_there = energy(there)
        if e_there < e_here or dice.random() < math.exp((e_here - e_there) / heat):
            here, e_here = there, e_there
            best = min(best, (e_here, here))
        heat *= cooling
    return best


keras.utils.set_random_seed(1992)
surrogate = Surrogate()
print("surrogate loss", round(surrogate.learn(), 2))
for snow in (-12.0, -2.0):
    dice = random.Random(int(-snow))
    value, mix = anneal(lambda m: surrogate(m, snow), (0.25,) * 4, dice)
    print(f"snow {snow:5.1f}: friction {value:.2f}, " + ", ".join(f"{p} {m:.2f}" for p, m in zip(PARTS, mix)))
