# planted: TFR502 TFR101 value iteration is wrapped in the method that solves, and gamma changes as a Python float
# style: RL tutor's MDP class
"""Slippery frozen lakes: value iteration for growing discount factors."""
import numpy as np
import tensorflow as tf

MOVES = np.array([(0, -1), (1, 0), (0, 1), (-1, 0)])


class Lake:
    def __init__(self, size, holes, slip=0.2):
        self.size = size
        self.slip = slip
        self.goal = size * size - 1
        self.holes = set(holes)
        self.transitions, self.rewards = self._tables()

    def _next(self, state, move):
        row, column = divmod(state, self.size)
        row = min(max(row + MOVES[move][0], 0), self.size - 1)
        column = min(max(column + MOVES[move][1], 0), self.size - 1)
        return row * self.size + column

    def _tables(self):
        count = self.size**2
        p = np.zeros((4, count, count), np.float32)
        r = np.zeros((4, count), np.float32)
        for state in range(count):
            for action in range(4):
                if state == self.goal or state in self.holes:
                    p[action, state, state] = 1.0
                    continue
                for turn, share in ((0, 1 - self.slip), (1, self.slip / 2), (3, self.slip / 2)):
                    following = self._next(state, (action + turn) % 4)
                    p[action, state, following] += share
                    r[action, state] += share * (following == self.goal)
        return tf.constant(p), tf.constant(r)

    def backup(self, values, gamma):
        for _ in tf.range(25):
            values = tf.reduce_max(self.rewards + gamma * tf.linalg.matvec(self.transitions, values), axis=0)
        return values

    def solve(self, gamma, values=None):
        sweep = tf.function(self.backup)
        if values is None:
            values = tf.zeros([self.size**2])
        change, sweeps = 1.0, 0
        while change > 1e-5 and sweeps < 8:
            new = sweep(values, gamma)
            change = float(tf.reduce_max(tf.abs(new - values)))
            values, sweeps = new, sweeps + 1
        return values, sweeps


def main():
    lakes = [Lake(4, {5, 7, 11}), Lake(6, {8, 15, 20, 27})]
    for lake in lakes:
        values = None
        for gamma in (0.5, 0.7, 0.8, 0.9, 0.95, 0.99):
            values, sweeps = lake.solve(gamma, values)
            print(f"size {lake.size}  gamma {gamma:.2f}  start {float(values[0]):.5f}"
                  f"  mean {float(tf.reduce_mean(values)):.5f}  sweeps {sweeps}")


if __name__ == "__main__":
    main()
