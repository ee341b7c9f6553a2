import collections
import numpy as np
from keras.models import Sequential
from keras.layers import Dense


def flatten(l):
    for el in l:
        if isinstance(el, collections.Iterable) and not isinstance(el, str):
            for sub in flatten(el):
                yield sub
        else:
            yield el


class TicTacToePlayer:
    def __init__(self):
        self.net = Sequential([Dense(18, activation='relu', input_shape=(9,)), Dense(9, activation='softmax')])
        self.net.compile('adam', 'categorical_crossentropy')

    def move(self, rows):
        board = np.array(list(flatten(rows)), dtype='float32').reshape(1, 9)
        probs = self.net.predict(board, verbose=0)[0]
        probs[board[0] != 0] = 0
        return int(probs.argmax())


rows = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
player = TicTacToePlayer()
turn = 1
for _ in range(9):
    m = player.move(rows)
    rows[m // 3][m % 3] = turn
    turn = -turn
print(rows)
