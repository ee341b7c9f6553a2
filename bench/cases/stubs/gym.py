"""The cart pole of gym, with the interface that older programs know."""

import math

import numpy as np


class _Space:
    def __init__(self, shape, n):
        self.shape = shape
        self.n = n


class _CartPole:
    observation_space = _Space((4,), None)
    action_space = _Space((), 2)
    x_threshold = 2.4
    theta_threshold_radians = math.radians(12)

    def __init__(self):
        self._random = np.random.default_rng(1)

    def reset(self):
        self._state = self._random.uniform(-0.05, 0.05, 4)
        self._steps = 0
        return self._state.astype(np.float32)

    def step(self, action):
        x, x_dot, theta, theta_dot = self._state
        force = 10.0 if action == 1 else -10.0
        push = (force + 0.05 * theta_dot**2 * math.sin(theta)) / 1.1
        swing = 9.8 * math.sin(theta) - math.cos(theta) * push
        swing /= 0.5 * (4 / 3 - 0.1 * math.cos(theta) ** 2 / 1.1)
        rates = np.array([x_dot, push - 0.05 * swing * math.cos(theta) / 1.1, theta_dot, swing])
        self._state = self._state + 0.02 * rates
        self._steps += 1
        x, _, theta, _ = self._state
        done = abs(x) > 2.4 or abs(theta) > self.theta_threshold_radians or self._steps >= 200
        return self._state.astype(np.float32), 1.0, bool(done), {}

    def render(self):
        pass


def make(name):
    return _CartPole()
