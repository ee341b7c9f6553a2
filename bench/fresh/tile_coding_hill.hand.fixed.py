# planted: TFR101 TFR403 the step size decays as a Python float at every update, the update counter lives in the traced body
# style: reinforcement learning, agent class, semi-gradient Sarsa
"""Semi-gradient Sarsa with tile coding on a small hill climbing car."""
import math

import numpy as np
import tensorflow as tf

TILINGS, TILES = 4, 6


def tiles(position, velocity, action):
    """Active tile of each tiling for a state and an action."""
    active = []
    for tiling in range(TILINGS):
        shift = tiling / TILINGS
        px = int((position + 1.2) / 1.7 * (TILES - 1) + shift)
        vx = int((velocity + 0.07) / 0.14 * (TILES - 1) + shift)
        active.append(((action * TILINGS + tiling) * TILES + px) * TILES + vx)
    return active


class Car:
    def __init__(self, rng):
        self.rng = rng

    def reset(self):
        self.position, self.velocity = self.rng.uniform(-0.6, -0.4), 0.0
        return self.position, self.velocity

    def step(self, action):
        for _ in range(8):
            self.velocity += 0.001 * (action - 1) - 0.0025 * math.cos(3.0 * self.position)
            self.velocity = float(np.clip(self.velocity, -0.07, 0.07))
            self.position = float(np.clip(self.position + self.velocity, -1.2, 0.5))
            if self.position <= -1.2:
                self.velocity = 0.0
        return (self.position, self.velocity), self.position >= 0.5


class SarsaAgent:
    def __init__(self, alpha=0.5, decay=0.985, gamma=0.98):
        self.weights = tf.Variable(tf.zeros([3 * TILINGS * TILES * TILES]))
        self.alpha = alpha
        self.decay = decay
        self.gamma = gamma
        self.updates = 0

    @tf.function
    def update(self, active, following, reward, alive, alpha):
        value = tf.reduce_sum(tf.gather(self.weights, active))
        ahead = tf.reduce_sum(tf.gather(self.weights, following))
        error = reward + self.gamma * alive * ahead - value
        change = tf.fill(tf.shape(active), alpha / TILINGS * error)
        self.weights.scatter_add(tf.IndexedSlices(change, active))
        return error

    def learn(self, active, following, reward, alive):
        error = self.update(tf.constant(active), tf.constant(following), tf.constant(reward),
                            tf.constant(alive), tf.constant(self.alpha, tf.float32))
        self.updates += 1
        self.alpha *= self.decay
        return float(error)

    def choose(self, state, rng):
        if rng.uniform() < 0.05:
            return int(rng.integers(3))
        table = self.weights.numpy()
        values = [table[tiles(*state, action)].sum() for action in range(3)]
        return int(np.argmax(np.array(values) + 1e-6 * rng.uniform(size=3)))


def run_episode(agent, car, rng, limit):
    state = car.reset()
    action = agent.choose(state, rng)
    errors = []
    for _ in range(limit):
        active = tiles(*state, action)
        state, done = car.step(action)
        action = agent.choose(state, rng)
        alive = 0.0 if done else 1.0
        errors.append(agent.learn(active, tiles(*state, action), -1.0, alive))
        if done:
            break
    return len(errors), float(np.mean(np.abs(errors)))


if __name__ == "__main__":
    rng = np.random.default_rng(9)
    agent, car = SarsaAgent(), Car(rng)
    for episode in range(5):
        steps, error = run_episode(agent, car, rng, limit=30)
        print(f"episode {episode} steps {steps} mean error {error:.3f}")
    print(f"updates {agent.updates}, step size {agent.alpha:.3f}, "
          f"mean weight {float(tf.reduce_mean(agent.weights)):.3f}")
