# planted: TFR201 whole relabelled episodes of any length go to the traced Q update wrapped in the constructor
# style: RL, hindsight replay, numpy environment, update wrapped with tf.function(...) in __init__
"""Reaching goals on a grid with hindsight relabelling; behaviour is a drifting random walk."""
from collections import namedtuple

import numpy as np
import tensorflow as tf

SIZE = 6
MOVES = np.array([[0, 1], [0, -1], [1, 0], [-1, 0]])


Episode = namedtuple("Episode", "state action after")


class Arm:
    def __init__(self, rng):
        self.rng = rng

    def walk(self, goal, horizon=28):
        """Stops when the goal is reached or a joint jams."""
        at = self.rng.integers(0, SIZE, 2)
        rows = []
        for _ in range(horizon):
            a = int(self.rng.integers(4))
            if self.rng.random() < 0.3:
                a = int(np.argmax(MOVES @ (goal - at)))
            nxt = np.clip(at + MOVES[a], 0, SIZE - 1)
            rows.append((at, a, nxt))
            at = nxt
            if (at == goal).all() or self.rng.random() < 0.03:
                break
        s, a, n = zip(*rows)
        return Episode(np.array(s), np.array(a), np.array(n))


def cell(xy):
    return xy[..., 0] * SIZE + xy[..., 1]


class HindsightLearner:
    def __init__(self, rate=0.6, gamma=0.9):
        self.q = tf.Variable(tf.zeros([SIZE * SIZE, SIZE * SIZE, 4]))
        self.rate = rate
        self.gamma = gamma
        self.update = tf.function(self._update)

    def _update(self, s, a, s2, goal):
        reached = tf.cast(tf.equal(s2, goal), tf.float32)
        best = tf.reduce_max(tf.gather_nd(self.q, tf.stack([goal, s2], axis=1)), axis=1)
        target = reached + self.gamma * (1.0 - reached) * best
        where = tf.stack([goal, s, a], axis=1)
        delta = target - tf.gather_nd(self.q, where)
        self.q.scatter_nd_add(where, self.rate * delta / 2.0)
        return tf.reduce_sum(tf.abs(delta))

    def absorb(self, episode, goal, rng):
        s, a, s2 = cell(episode.state), episode.action, cell(episode.after)
        future = s2[rng.integers(np.arange(len(s)), len(s))]
        wanted = np.full(len(s), cell(goal))
        return float(self.update(np.concatenate([s, s]), np.concatenate([a, a]),
                                 np.concatenate([s2, s2]), np.concatenate([wanted, future])))


def success(q, trials, rng):
    wins = 0
    for _ in range(trials):
        at, goal = rng.integers(0, SIZE, (2, 2))
        for _ in range(12):
            at = np.clip(at + MOVES[int(np.argmax(q[cell(goal), cell(at)]))], 0, SIZE - 1)
        wins += int(np.abs(at - goal).sum() <= 1)
    return wins / trials


def main(episodes=240):
    rng = np.random.default_rng(64)
    arm, learner = Arm(rng), HindsightLearner()
    errors, steps = [], 0
    for _ in range(episodes):
        goal = rng.integers(0, SIZE, 2)
        episode = arm.walk(goal)
        steps += len(episode.action)
        errors.append(learner.absorb(episode, goal, rng) / len(episode.action))
    print("episodes", episodes, "steps", steps)
    print("error", round(float(np.mean(errors[:40])), 2), "then", round(float(np.mean(errors[-40:])), 2))
    print("some goals met", success(learner.q.numpy(), 60, np.random.default_rng(1)) > 0.2)


if __name__ == "__main__":
    main()
