# planted: TFR601 the tree search evaluates one position at a time with the model's predict
# style: board game hobbyist, recursive search, modern typing, match statements
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Iterator

import keras
import numpy as np

COLS, ROWS = 4, 4


@dataclass
class Board:
    """three in a row on a small board with gravity"""

    cells: np.ndarray = field(default_factory=lambda: np.zeros((ROWS, COLS), np.int8))
    to_move: int = 1

    def moves(self) -> list[int]:
        return [c for c in range(COLS) if self.cells[0, c] == 0]

    def play(self, col: int) -> Board:
        cells = self.cells.copy()
        row = max(r for r in range(ROWS) if cells[r, col] == 0)
        cells[row, col] = self.to_move
        return Board(cells, -self.to_move)

    def lines(self) -> Iterator[np.ndarray]:
        for r in range(ROWS):
            for c in range(COLS):
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if 0 <= r + 2 * dr < ROWS and 0 <= c + 2 * dc < COLS:
                        yield np.array([self.cells[r + i * dr, c + i * dc] for i in range(3)])

    def winner(self) -> int | None:
        for line in self.lines():
            match int(line.sum()):
                case 3:
                    return 1
                case -3:
                    return -1
        return None if self.moves() else 0


class NeuralEvaluator:
    def __init__(self, seed: int = 13) -> None:
        init = keras.initializers.GlorotUniform(seed=seed)
        self.model = keras.Sequential([
            keras.Input((ROWS, COLS, 1)),
            keras.layers.Conv2D(4, 3, activation="relu", kernel_initializer=init),
            keras.layers.Flatten(),
            keras.layers.Dense(1, activation="tanh", kernel_initializer=init),
        ])
        self.calls = 0

    def __call__(self, board: Board) -> float:
        self.calls += 1
        planes = (board.cells * board.to_move).astype(np.float32)[None, ..., None]
        return float(self.model(planes, training=False)[0, 0])


def negamax(board: Board, depth: int, alpha: float, beta: float, evaluate: NeuralEvaluator) -> tuple[float, int | None]:
    result = board.winner()
    if result is not None:
        return 2.0 * result * board.to_move, None
    if depth == 0:
        return evaluate(board), None
    best: tuple[float, int | None] = (-9.0, None)
    for move in board.moves():
        value = -negamax(board.play(move), depth - 1, -beta, -alpha, evaluate)[0]
        if value > best[0]:
            best = (value, move)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best


def self_play(evaluate: NeuralEvaluator, depth: int = 2) -> list[int]:
    board, played = Board(), []
    while board.winner() is None:
        _, move = negamax(board, depth, -9.0, 9.0, evaluate)
        played.append(move)
        board = board.play(move)
    print("result", board.winner())
    return played


if __name__ == "__main__":
    evaluator = NeuralEvaluator()
    print("moves", self_play(evaluator))
    print("positions evaluated", evaluator.calls)
