# planted: TFR502 a property builds and returns a freshly wrapped value backup each time it is read in the sweep loop
# style: game strategy, dynamic programming, class with properties
"""Rally model: optimal aggression of a tennis player by value iteration."""
from functools import cached_property

import numpy as np
import tensorflow as tf

COURT, STAMINA, SHOTS = 9, 6, 4


class RallyModel:
    def __init__(self, seed, discount):
        rng = np.random.default_rng(seed)
        self.discount = tf.constant(discount)
        logits = rng.normal(size=(SHOTS, COURT, STAMINA, COURT)) * 1.5
        self.moves = tf.nn.softmax(tf.constant(logits, tf.float32))
        risk = np.linspace(0.02, 0.35, SHOTS)[:, None, None]
        tired = np.linspace(0.15, 0.0, STAMINA)[None, None, :]
        centre = np.abs(np.linspace(-1, 1, COURT))[None, :, None]
        self.win = tf.constant(0.5 * risk * (1.2 - centre) + 0 * tired, tf.float32)
        self.lose = tf.constant(np.clip(0.6 * risk * centre + tired, 0, 0.9), tf.float32)
        self.cost = tf.constant([0, 0, 1, 2])

    def _backup(self, value):
        stay = tf.einsum("acsd,ds->acs", self.moves, value)
        drained = tf.concat([value[:, :1], value[:, :-1]], 1)
        spent = tf.einsum("acsd,ds->acs", self.moves, drained)
        heavy = tf.cast(self.cost > 0, tf.float32)[:, None, None]
        ahead = (1.0 - heavy) * stay + heavy * spent
        q = self.win - self.lose + (1.0 - self.win - self.lose) * self.discount * ahead
        return tf.reduce_max(q, 0), tf.argmax(q, 0)

    @cached_property
    def backup(self):
        return tf.function(self._backup)

    def solve(self, tolerance=1e-5, limit=80):
        value = tf.zeros([COURT, STAMINA])
        for sweep in range(limit):
            new, policy = self.backup(value)
            change = float(tf.reduce_max(tf.abs(new - value)))
            value = new
            if change < tolerance:
                break
        return value, policy, sweep


def main():
    for discount in (0.9, 0.97):
        value, policy, sweeps = RallyModel(3, discount).solve()
        aggression = float(tf.reduce_mean(tf.cast(policy, tf.float32)))
        print(f"discount {discount}: sweeps {sweeps} value {float(tf.reduce_mean(value)):.4f} "
              f"aggression {aggression:.2f}")


if __name__ == "__main__":
    main()
