import sys
import numpy as np
from keras.models import Sequential
from keras.layers import Dense

net = Sequential([Dense(8, activation='relu', input_shape=(16,)), Dense(1)])
board = np.zeros(16)


def best_move(board):
    best, move = -sys.maxint, None
    for m in np.flatnonzero(board == 0)[:4]:
        b = board.copy()
        b[m] = 1
        b = b.reshape(1, -1)
        v = net.predict(b, verbose=0)[0, 0]
        if v > best:
            best, move = v, m
    return move


for ply in range(2):
    board[best_move(board)] = 1 if ply % 2 == 0 else -1
print(board)
