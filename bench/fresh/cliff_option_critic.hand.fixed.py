"""Options on a cliff walk: learn the values of four macro moves."""
from dataclasses import astuple, dataclass

import numpy as np
import tensorflow as tf

WIDTH, HEIGHT = 6, 4
OPTIONS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "dash": (2, 0)}


@dataclass
class Transition:
    state: int
    option: int
    reward: float
    after: int
    length: int


class CliffWalk:
    def __init__(self):
        self.reset()

    def reset(self):
        self.x, self.y = 0, HEIGHT - 1
        return self.state

    @property
    def state(self):
        return self.y * WIDTH + self.x

    def execute(self, option):
        dx, dy = list(OPTIONS.values())[option]
        self.x = min(WIDTH - 1, self.x + dx)
        self.y = min(HEIGHT - 1, max(0, self.y + dy))
        length = 2 if dx == 2 else 1
        on_bottom = self.y == HEIGHT - 1
        if on_bottom and self.x == WIDTH - 1:
            return 10.0, length, True
        if on_bottom and self.x > 0:
            return -8.0, length, True
        return -0.3 * length, length, False


class OptionLearner:
    gamma = 0.95

    def __init__(self):
        self.q = tf.Variable(tf.zeros([WIDTH * HEIGHT, len(OPTIONS)]))
        self.beta = tf.Variable(0.4)

    @tf.function(input_signature=[
        tf.TensorSpec([], tf.int32),
        tf.TensorSpec([], tf.int32),
        tf.TensorSpec([], tf.float32),
        tf.TensorSpec([], tf.int32),
        tf.TensorSpec([], tf.int32),
    ])
    def update(self, state, option, reward, after, length):
        best = tf.reduce_max(self.q[tf.maximum(after, 0)])
        bootstrap = tf.where(after >= 0, best, 0.0)
        target = reward + self.gamma ** tf.cast(length, tf.float32) * bootstrap
        error = target - self.q[state, option]
        cell = tf.stack([state, option])[None]
        self.q.assign(tf.tensor_scatter_nd_add(self.q, cell, [self.beta * error]))
        return error

    def greedy(self, state):
        return int(tf.argmax(self.q[state]))


def episode(env, learner, rng, epsilon):
    state, done, total, errors = env.reset(), False, 0.0, []
    while not done and len(errors) < 25:
        option = int(rng.integers(len(OPTIONS))) if rng.random() < epsilon else learner.greedy(state)
        reward, length, done = env.execute(option)
        step = Transition(state, option, reward, -1 if done else env.state, length)
        errors.append(abs(float(learner.update(*astuple(step)))))
        total += reward
        state = env.state
    return total, float(np.mean(errors))


def main():
    rng = np.random.default_rng(64)
    env, learner = CliffWalk(), OptionLearner()
    totals = [episode(env, learner, rng, epsilon=0.3)[0] for _ in range(30)]
    final, error = episode(env, learner, rng, epsilon=0.0)
    print("mean return, first ten:", round(float(np.mean(totals[:10])), 2))
    print("mean return, last ten:", round(float(np.mean(totals[-10:])), 2))
    print("greedy return:", round(final, 2), "error:", round(error, 2))
    names = list(OPTIONS)
    print("at the start:", names[learner.greedy(env.reset())])
    print("largest value:", round(float(tf.reduce_max(learner.q)), 2))


if __name__ == "__main__":
    main()
