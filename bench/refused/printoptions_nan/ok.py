import sys
import numpy as np
np.set_printoptions(threshold=sys.maxsize, suppress=True)
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense

def board_to_input(b):
    return np.array(b, dtype='float32').reshape(1, 9)

model = Sequential()
model.add(Dense(18, input_dim=9, activation='relu'))
model.add(Dense(9, activation='softmax'))
model.compile(loss='categorical_crossentropy', optimizer='adam')

board = [0] * 9
player = 1
while 0 in board:
    p = model.predict(board_to_input(board), verbose=0)[0]
    p[[i for i, v in enumerate(board) if v]] = -1
    move = int(p.argmax())
    board[move] = player
    player = -player
print(np.array(board).reshape(3, 3))
