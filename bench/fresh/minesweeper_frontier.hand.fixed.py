# planted: TFR201 the frontier of every position has another number of cells and of clues
# style: game solver with a class, sampling of configurations
"""Mine probabilities on a Minesweeper frontier by relaxing the clue equations."""
import numpy as np
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None, None]), tf.TensorSpec([None]), tf.TensorSpec([])])
def mine_probabilities(incidence, clues, prior):
    """Mean-field probabilities p with incidence @ p close to the clues."""
    logits = tf.zeros(tf.shape(incidence)[1]) + tf.math.log(prior / (1.0 - prior))
    degree = tf.reduce_sum(incidence, axis=0) + 1.0
    for _ in tf.range(120):
        p = tf.sigmoid(logits)
        residual = clues - tf.linalg.matvec(incidence, p)
        push = tf.linalg.matvec(incidence, residual, transpose_a=True) / degree
        logits = logits + 0.8 * push
    return tf.sigmoid(logits)


class Board:
    def __init__(self, size, mines, seed):
        rng = np.random.default_rng(seed)
        flat = np.zeros(size * size, bool)
        flat[rng.choice(size * size, mines, replace=False)] = True
        self.mines = flat.reshape(size, size)
        self.size = size
        self.open = np.zeros((size, size), bool)

    def near(self, r, c):
        for i in range(max(r - 1, 0), min(r + 2, self.size)):
            for j in range(max(c - 1, 0), min(c + 2, self.size)):
                if (i, j) != (r, c):
                    yield i, j

    def clue(self, r, c):
        return sum(self.mines[i, j] for i, j in self.near(r, c))

    def frontier(self):
        clues = [(r, c) for r, c in zip(*np.nonzero(self.open))
                 if any(not self.open[q] for q in self.near(r, c))]
        cells = sorted({q for rc in clues for q in self.near(*rc) if not self.open[q]})
        column = {q: k for k, q in enumerate(cells)}
        incidence = np.zeros((len(clues), len(cells)), "float32")
        for row, rc in enumerate(clues):
            for q in self.near(*rc):
                if q in column:
                    incidence[row, column[q]] = 1.0
        return cells, incidence, np.array([self.clue(*rc) for rc in clues], "float32")


def play(seed, size=8, mines=9):
    board = Board(size, mines, seed)
    empty = [(r, c) for r, c in np.argwhere(~board.mines) if board.clue(r, c) == 0]
    first = empty[seed % len(empty)]
    board.open[first] = True
    for q in board.near(*first):
        board.open[q] = True
    prior = tf.constant(mines / size ** 2, tf.float32)
    moves = 0
    while board.open.sum() < size * size - mines:
        cells, incidence, clues = board.frontier()
        p = mine_probabilities(tf.constant(incidence), tf.constant(clues), prior).numpy()
        pick = cells[int(np.argmin(np.round(p, 3)))]
        if board.mines[pick]:
            return moves, False
        board.open[pick] = True
        moves += 1
    return moves, True


games = [play(seed) for seed in range(0, 3, 2)]
for number, (moves, won) in enumerate(games):
    print(f"game {number}: {moves} safe moves, {'won' if won else 'lost'}")
print("mean moves:", round(float(np.mean([m for m, _ in games])), 2))
