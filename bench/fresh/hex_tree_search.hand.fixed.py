"""Monte Carlo tree search on 3x3 Hex guided by a small policy/value network."""
import math

import numpy as np
from tensorflow import keras

N = 3
SIMULATIONS = 14
NEIGHBOURS = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, 1), (1, -1)]


class Position:
    def __init__(self, cells=None, player=1):
        self.cells = np.zeros((N, N), np.int8) if cells is None else cells
        self.player = player

    def moves(self):
        return [int(m) for m in np.flatnonzero(self.cells.ravel() == 0)]

    def play(self, move):
        cells = self.cells.copy()
        cells[divmod(move, N)] = self.player
        return Position(cells, -self.player)

    def winner(self):
        for player, starts in ((1, [(0, c) for c in range(N)]), (-1, [(r, 0) for r in range(N)])):
            stack = [s for s in starts if self.cells[s] == player]
            seen = set(stack)
            while stack:
                r, c = stack.pop()
                if (r if player == 1 else c) == N - 1:
                    return player
                for dr, dc in NEIGHBOURS:
                    p = (r + dr, c + dc)
                    if p not in seen and 0 <= p[0] < N and 0 <= p[1] < N and self.cells[p] == player:
                        seen.add(p)
                        stack.append(p)
        return 0

    def planes(self):
        mine = self.cells * self.player
        return np.stack([mine == 1, mine == -1], -1).astype("float32")


def build_network():
    board = keras.Input((N, N, 2))
    h = keras.layers.Flatten()(keras.layers.Conv2D(8, 2, activation="relu")(board))
    h = keras.layers.Dense(24, activation="relu")(h)
    policy = keras.layers.Dense(N * N, activation="softmax")(h)
    value = keras.layers.Dense(1, activation="tanh")(h)
    return keras.Model(board, [policy, value])


class Node:
    def __init__(self, prior):
        self.prior, self.visits, self.total, self.children = prior, 0, 0.0, {}

    def score(self, parent_visits):
        mean = self.total / self.visits if self.visits else 0.0
        return -mean + 1.4 * self.prior * math.sqrt(parent_visits) / (1 + self.visits)


class Search:
    def __init__(self, network):
        self.network = network

    def expand(self, node, position):
        policy, value = (p.numpy() for p in self.network(position.planes()[None], training=False))
        for move in position.moves():
            node.children[move] = Node(float(policy[0, move]))
        return float(value[0, 0])

    def simulate(self, node, position):
        winner = position.winner()
        if winner:
            value = 1.0 if winner == position.player else -1.0
        elif not node.children:
            value = self.expand(node, position)
        else:
            move = max(node.children, key=lambda m: node.children[m].score(node.visits + 1))
            value = -self.simulate(node.children[move], position.play(move))
        node.visits += 1
        node.total += value
        return value

    def best_move(self, position):
        root = Node(1.0)
        for _ in range(SIMULATIONS):
            self.simulate(root, position)
        return max(root.children, key=lambda m: root.children[m].visits), root


def main():
    keras.utils.set_random_seed(8)
    search = Search(build_network())
    position, record = Position(), []
    while not position.winner():
        move, root = search.best_move(position)
        record.append(move)
        position = position.play(move)
        print(f"move {len(record)}: {divmod(move, N)} visits {root.visits} value {root.total / root.visits:.2f}")
    print("winner", position.winner(), "after", len(record), "moves")


if __name__ == "__main__":
    main()
