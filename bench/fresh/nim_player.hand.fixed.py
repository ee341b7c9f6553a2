# planted: TFR601 the player values each possible position with model.predict while it searches one move ahead
# style: board game self-play, classes for game and player, recursion-free, TD targets fitted with train_on_batch
import random

import numpy as np
import tensorflow as tf

HEAPS, LARGEST = 3, 4


class Nim:
    """Whoever takes the last stick wins."""

    def __init__(self):
        self.heaps = [2, 3, 4]
        self.turn = 0

    def moves(self):
        return [(h, k) for h, n in enumerate(self.heaps) for k in range(1, n + 1)]

    def after(self, move):
        heaps = list(self.heaps)
        heaps[move[0]] -= move[1]
        return heaps

    def play(self, move):
        self.heaps = self.after(move)
        self.turn = 1 - self.turn

    @property
    def over(self):
        return not any(self.heaps)


def encode(heaps):
    return np.eye(LARGEST + 1, dtype="float32")[heaps].ravel()


def make_model():
    model = tf.keras.Sequential([
        tf.keras.Input((HEAPS * (LARGEST + 1),)),
        tf.keras.layers.Dense(24, "tanh"),
        tf.keras.layers.Dense(1, "tanh"),
    ])
    model.compile(tf.keras.optimizers.SGD(0.2), "mse")
    return model


class Player:
    """Values a position for the one who has just moved into it."""

    def __init__(self, model, curiosity):
        self.model = model
        self.curiosity = curiosity

    def value(self, heaps):
        if not any(heaps):
            return 1.0
        return float(self.model(np.array([encode(heaps)]), training=False)[0, 0])

    def choose(self, game):
        moves = game.moves()
        if random.random() < self.curiosity:
            return random.choice(moves)
        return max(moves, key=lambda m: self.value(game.after(m)))

    def learn(self, positions):
        """the last mover won; targets alternate backwards and fade"""
        targets = [(-0.9) ** k for k in range(len(positions))][::-1]
        x = np.stack([encode(p) for p in positions])
        x = np.concatenate([x, np.zeros((12 - len(x), x.shape[1]), "float32")])
        y = np.array(targets + [0.0] * (12 - len(targets)), "float32")[:, None]
        self.model.train_on_batch(x, y)


def self_play(player, games):
    lengths, first_wins = [], 0
    for _ in range(games):
        game, positions = Nim(), []
        while not game.over:
            game.play(player.choose(game))
            positions.append(list(game.heaps))
        player.learn(positions)
        lengths.append(len(positions))
        first_wins += game.turn == 1
    return np.mean(lengths), first_wins


if __name__ == "__main__":
    random.seed(30)
    tf.keras.utils.set_random_seed(30)
    player = Player(make_model(), curiosity=0.7)
    for round_no in range(3):
        length, wins = self_play(player, 2)
        print(f"round {round_no}: {length:.2f} moves a game, first player won {wins} of 2")
        player.curiosity *= 0.8
    print("value of (1,1,0): %.2f" % player.value([1, 1, 0]))
