# planted: TFR101 the agent's property explore is a new Python float after each game and goes to the traced policy
# style: game agent class with properties, TD learning
"""A bear-off race for one player: learn which checker to take off with a small value network."""
import numpy as np
import tensorflow as tf

POINTS = 6


class RaceAgent:
    def __init__(self, seed=3):
        init = tf.random.stateless_normal([POINTS, 8], seed=[seed, 1]) * 0.4
        self.w1 = tf.Variable(init)
        self.w2 = tf.Variable(tf.random.stateless_normal([8, 1], seed=[seed, 2]) * 0.4)
        self.games = 0
        self.draws = 0

    @property
    def explore(self):
        return 0.6 * 0.9**self.games

    def _value(self, boards):
        return tf.squeeze(tf.tanh(boards @ self.w1) @ self.w2, -1)

    @tf.function
    def _choose(self, candidates, legal, explore, key):
        values = self._value(candidates)
        noise = tf.random.stateless_uniform(tf.shape(values), seed=key)
        mixed = (1.0 - explore) * values + explore * noise
        return tf.argmax(tf.where(legal, mixed, -1e9))

    @tf.function
    def _learn(self, board, target):
        with tf.GradientTape() as tape:
            error = self._value(board[None, :])[0] - target
            loss = tf.square(error)
        for v, g in zip((self.w1, self.w2), tape.gradient(loss, (self.w1, self.w2))):
            v.assign_sub(0.05 * g)
        return loss

    def move(self, board, pips):
        options = np.repeat(board[None, :], POINTS, axis=0)
        legal = np.zeros(POINTS, bool)
        for point in range(POINTS):
            if board[point] > 0:
                legal[point] = True
                options[point, point] -= 1
                if pips < point + 1:
                    options[point, point - pips] += 1
        self.draws += 1
        key = tf.constant([self.games, self.draws])
        pick = self._choose(tf.constant(options), tf.constant(legal), self.explore, key)
        return options[int(pick)]

    def play(self, dice):
        board = np.array([2, 2, 2, 1, 1, 1], "float32")
        turns, total = 0, 0.0
        while board.sum() > 0 and turns < 40:
            after = self.move(board, int(dice.integers(1, 7)))
            target = -0.05 if after.sum() else 1.0 - 0.02 * turns
            total += float(self._learn(tf.constant(board), tf.constant(target, tf.float32)))
            board = after
            turns += 1
        self.games += 1
        return turns, total / turns


def main():
    dice = np.random.default_rng(12)
    agent = RaceAgent()
    turns, losses = zip(*(agent.play(dice) for _ in range(16)))
    print("turns of the first games:", list(turns[:5]))
    print("mean turns early:", round(float(np.mean(turns[:8])), 2))
    print("mean turns late:", round(float(np.mean(turns[8:])), 2))
    print("last loss:", round(losses[-1], 3))
    print("explore:", round(agent.explore, 3))


if __name__ == "__main__":
    main()
