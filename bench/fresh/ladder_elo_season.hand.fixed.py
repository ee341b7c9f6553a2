# planted: TFR101 TFR204 the K factor decays after every round and enters the traced update as a float, which reduce_retracing cannot help
# style: class with state, tournament simulation, method decorated
"""A season on a games ladder: Elo ratings with a K factor that settles over the season."""
import argparse

import numpy as np
import tensorflow as tf


class EloLadder:
    def __init__(self, players, k_start=48.0, k_decay=0.94, k_floor=8.0):
        self.ratings = tf.Variable(tf.fill([players], 1500.0))
        self.played = tf.Variable(tf.zeros([players]))
        self.k_factor = k_start
        self.k_decay = k_decay
        self.k_floor = k_floor
        self.log_loss = []

    @tf.function
    def _apply(self, white, black, score, k):
        gap = tf.gather(self.ratings, black) - tf.gather(self.ratings, white)
        expected = 1.0 / (1.0 + tf.pow(10.0, gap / 400.0))
        change = k * (score - expected)
        size = tf.shape(self.ratings)
        delta = tf.scatter_nd(white[:, None], change, size) - tf.scatter_nd(black[:, None], change, size)
        self.ratings.assign_add(delta)
        once = tf.ones_like(change)
        self.played.assign_add(tf.scatter_nd(white[:, None], once, size))
        self.played.assign_add(tf.scatter_nd(black[:, None], once, size))
        safe = tf.clip_by_value(expected, 1e-4, 1.0 - 1e-4)
        return -tf.reduce_mean(score * tf.math.log(safe) + (1.0 - score) * tf.math.log(1.0 - safe))

    def play_round(self, pairs, scores):
        white, black = tf.constant(pairs[:, 0]), tf.constant(pairs[:, 1])
        loss = self._apply(white, black, tf.constant(scores, tf.float32),
                           tf.constant(self.k_factor, tf.float32))
        self.log_loss.append(float(loss))
        self._settle()

    def _settle(self):
        self.k_factor = max(self.k_floor, self.k_factor * self.k_decay)

    def table(self):
        order = np.argsort(-self.ratings.numpy())
        return [(int(i), float(self.ratings[i])) for i in order]


class Season:
    def __init__(self, players, seed):
        self.rng = np.random.default_rng(seed)
        self.strength = self.rng.normal(1500.0, 180.0, size=players)

    def pairings(self):
        order = self.rng.permutation(len(self.strength)).astype("int32")
        return order.reshape(-1, 2)

    def results(self, pairs):
        gap = self.strength[pairs[:, 1]] - self.strength[pairs[:, 0]]
        chance = 1.0 / (1.0 + 10.0 ** (gap / 400.0))
        draw = self.rng.uniform(size=len(pairs)) < 0.15
        won = (self.rng.uniform(size=len(pairs)) < chance).astype(float)
        return np.where(draw, 0.5, won)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=28)
    args = parser.parse_args([])

    season = Season(args.players, seed=21)
    ladder = EloLadder(args.players)
    for _ in range(args.rounds):
        pairs = season.pairings()
        ladder.play_round(pairs, season.results(pairs))

    for rank, (player, rating) in enumerate(ladder.table()[:5], start=1):
        print(f"{rank}. player {player:2d} rating {rating:.1f} true {season.strength[player]:.0f}")
    correlation = np.corrcoef(ladder.ratings.numpy(), season.strength)[0, 1]
    print(f"correlation {correlation:.3f} last loss {np.mean(ladder.log_loss[-5:]):.3f}")


if __name__ == "__main__":
    main()
