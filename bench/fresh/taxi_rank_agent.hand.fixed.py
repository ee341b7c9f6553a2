"""A taxi driver decides to wait at the rank or to cruise; the policy comes from fitted Q iteration."""
import numpy as np
import tensorflow as tf
from tensorflow import keras


class Shift:
    """State: hour of the day (scaled), queue at the rank, minutes since the last fare (scaled)."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def reset(self):
        self.hour, self.queue, self.idle = self.rng.uniform(0, 1), int(self.rng.integers(0, 6)), 0.0
        return self.observe()

    def observe(self):
        return np.array([self.hour, self.queue / 6.0, self.idle], np.float32)

    def step(self, action):
        busy = 0.3 + 0.5 * np.sin(np.pi * self.hour) ** 2
        chance = busy * (0.8 - 0.12 * self.queue) if action == 0 else 0.45 * busy
        fare = self.rng.random() < chance
        reward = (1.6 if action == 0 else 1.2) * fare - (0.02 if action == 0 else 0.15)
        self.idle = 0.0 if fare else min(1.0, self.idle + 0.2)
        self.queue = int(np.clip(self.queue + self.rng.integers(-1, 2), 0, 5))
        self.hour = (self.hour + 0.04) % 1.0
        return self.observe(), reward


class Driver:
    def __init__(self, gamma=0.8):
        self.gamma = gamma
        self.model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(16, activation="tanh"),
                                       keras.layers.Dense(2)])
        self.model.compile(keras.optimizers.Adam(0.02), loss="mse")

    def act(self, state):
        values = self.model(state[None], training=False)
        return int(np.argmax(values[0]))

    def learn(self, log, sweeps):
        s, a, r, s2 = log
        for _ in range(sweeps):
            target = self.model(s).numpy()
            target[np.arange(len(a)), a] = r + self.gamma * self.model(s2).numpy().max(axis=1)
            self.model.fit(s, target, batch_size=100, epochs=2, shuffle=False, verbose=0)


def logged_shifts(n, seed):
    world, rng = Shift(seed), np.random.default_rng(seed)
    rows, state = [], world.reset()
    for _ in range(n):
        action = int(rng.integers(2))
        after, reward = world.step(action)
        rows.append((state, action, reward, after))
        state = after
    s, a, r, s2 = map(np.array, zip(*rows))
    return s, a, r.astype("float32"), s2


def work(world, choose, decisions):
    state, earned, waits = world.reset(), 0.0, 0
    for _ in range(decisions):
        action = choose(state)
        waits += action == 0
        state, reward = world.step(action)
        earned += reward
    return earned, waits


if __name__ == "__main__":
    keras.utils.set_random_seed(18)
    driver = Driver()
    driver.learn(logged_shifts(600, seed=18), sweeps=6)
    earned, waits = zip(*(work(Shift(seed), driver.act, 12) for seed in (1, 2, 3)))
    always = [work(Shift(seed), lambda state: 1, 12)[0] for seed in (1, 2, 3)]
    probe = driver.model(np.array([[0.5, 0.0, 0.0], [0.5, 0.8, 0.0]], "float32")).numpy()
    print("shifts", len(earned))
    print("earned", round(float(np.mean(earned)), 2), "cruising only", round(float(np.mean(always)), 2))
    print("waits", *map(int, waits))
    print("wait when the rank is empty", bool(probe[0, 0] > probe[0, 1]))
    print("gain of waiting falls with the queue", bool(probe[0, 0] - probe[0, 1] > probe[1, 0] - probe[1, 1]))
