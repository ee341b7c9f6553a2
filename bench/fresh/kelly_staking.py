# planted: TFR502 the bookkeeper wraps the growth objective in tf.function each time a match day is staked
# style: betting simulation with a Bankroll class and namedtuples, method does the optimisation
from collections import namedtuple

import numpy as np
import tensorflow as tf

Match = namedtuple("Match", "p_home p_draw odds_home odds_draw odds_away")


def fixtures(days=12, matches=3, seed=15):
    rng = np.random.default_rng(seed)
    for _ in range(days):
        day = []
        for _ in range(matches):
            p = rng.dirichlet([4.5, 2.6, 3.0])
            margin = rng.uniform(0.93, 1.12, 3)
            day.append(Match(p[0], p[1], *(margin / p)))
        yield day, rng.random(matches)


class Bankroll:
    def __init__(self, start=100.0, fraction=0.5):
        self.amount = start
        self.fraction = fraction    # half Kelly, we are no heroes
        self.history = [start]

    @staticmethod
    def growth(logits, prob, odds):
        """expected log growth of staking softmax(logits), the last share being kept"""
        share = tf.nn.softmax(logits)
        stakes, cash = share[:, :3], share[:, 3:]
        wealth = cash + stakes * odds
        return tf.reduce_sum(prob * tf.math.log(wealth + 1e-9))

    def stake(self, day, iterations=40):
        prob = tf.constant([[m.p_home, m.p_draw, 1 - m.p_home - m.p_draw] for m in day], tf.float32)
        odds = tf.constant([[m.odds_home, m.odds_draw, m.odds_away] for m in day], tf.float32)
        logits = tf.zeros([len(day), 4])

        def ascend(logits):
            with tf.GradientTape() as tape:
                tape.watch(logits)
                g = self.growth(logits, prob, odds)
            return logits + 2.0 * tape.gradient(g, logits)

        ascend = tf.function(ascend)
        for _ in range(iterations):
            logits = ascend(logits)
        return tf.nn.softmax(logits)[:, :3].numpy() * self.fraction

    def settle(self, day, shares, luck):
        per_match = self.amount / len(day)
        for m, share, u in zip(day, shares, luck):
            outcome = 0 if u < m.p_home else 1 if u < m.p_home + m.p_draw else 2
            odds = (m.odds_home, m.odds_draw, m.odds_away)[outcome]
            self.amount += per_match * (share[outcome] * odds - share.sum())
        self.history.append(self.amount)


if __name__ == "__main__":
    bank = Bankroll()
    for day, luck in fixtures():
        shares = bank.stake(day)
        bank.settle(day, shares, luck)
    print("bankroll by day:", [round(float(a), 1) for a in bank.history[::3]])
    drawdown = 1 - min(b / max(bank.history[:i + 1]) for i, b in enumerate(bank.history))
    print(f"final {bank.amount:.2f}, maximal drawdown {drawdown:.3f}")
