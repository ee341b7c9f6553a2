# planted: TFR101 an agent's epsilon, a Python attribute that decays
# style: agent class, environment class
"""Epsilon-greedy agent on a toy corridor."""
import random

import numpy as np
import tensorflow as tf
from tensorflow import keras


class Corridor:
    """Walk right to reach the end."""

    def __init__(self, length=6):
        self.length = length
        self.position = 0

    def reset(self):
        self.position = 0
        return self._observe()

    def step(self, action):
        self.position = max(0, self.position + (1 if action == 1 else -1))
        done = self.position >= self.length
        return self._observe(), (1.0 if done else -0.05), done

    def _observe(self):
        return np.array([self.position / self.length, 1.0], dtype=np.float32)


class Agent:
    def __init__(self):
        self.net = keras.Sequential([keras.Input((2,)), keras.layers.Dense(8, "tanh"), keras.layers.Dense(2)])
        self.epsilon = 1.0
        self.epsilon_min = 0.1
        self.epsilon_decay = 0.9

    @tf.function
    def scores(self, state, draw, epsilon):
        q = self.net(state[None, :])[0]
        uniform = tf.ones_like(q) * 0.5
        explore = tf.cast(draw < epsilon, tf.float32)
        return explore * uniform + (1.0 - explore) * q

    def act(self, state):
        draw = tf.constant(random.random())
        scores = self.scores(tf.constant(state), draw, self.epsilon)
        return int(np.argmax(scores.numpy() + np.array([0.0, 1e-3])))

    def end_of_episode(self):
        self.epsilon = max(self.epsilon_min, self.epsilon * self.epsilon_decay)


def main():
    keras.utils.set_random_seed(3)
    random.seed(3)
    env, agent = Corridor(), Agent()
    for episode in range(5):
        state, total = env.reset(), 0.0
        for _ in range(8):
            state, reward, done = env.step(agent.act(state))
            total += reward
            if done:
                break
        agent.end_of_episode()
        print(episode, round(total, 3), round(agent.epsilon, 4))


if __name__ == "__main__":
    main()
