"""The cart pole and a pendulum of gym, with the interface that older programs know."""

import math

import numpy as np


class _Space:
    """Numbers from 0 on if ``n`` is given, else vectors below ``high``."""

    def __init__(self, shape, n=None, high=None):
        self.shape = shape
        if n is not None:
            self.n = n
        if high is not None:
            self.high = np.full(shape, high)
            self.low = -self.high

    def sample(self):
        return int(np.random.randint(self.n))


class _CartPole:
    observation_space = _Space((4,))
    action_space = _Space((), n=2)
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


class _Pendulum:
    """Shorter than gym's, of 200 steps."""

    observation_space = _Space((3,))
    action_space = _Space((1,), high=2.0)

    def reset(self):
        self._angle, self._speed, self._steps = 3.0, 0.0, 0
        return self._seen()

    def step(self, action):
        push = float(np.clip(np.ravel(action)[0], -2.0, 2.0))
        self._speed += 0.05 * (15.0 * math.sin(self._angle) + 3.0 * push)
        self._angle += 0.05 * self._speed
        self._steps += 1
        angle = (self._angle + math.pi) % (2 * math.pi) - math.pi
        cost = angle**2 + 0.1 * self._speed**2 + 0.001 * push**2
        return self._seen(), -cost, self._steps >= 30, {}

    def _seen(self):
        return np.array([math.cos(self._angle), math.sin(self._angle), self._speed])

    def render(self):
        pass


def make(name):
    return _Pendulum() if name.startswith("Pendulum") else _CartPole()
