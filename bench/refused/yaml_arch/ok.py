# tic tac toe "AI", net vs random
import random
import numpy as np
from keras.models import Sequential, model_from_json as model_from_yaml
from keras.layers import Dense, Activation, Input

m = Sequential()
m.add(Input((9,)))
m.add(Dense(18)); m.add(Activation('relu'))
m.add(Dense(9)); m.add(Activation('softmax'))
m.compile('sgd', 'categorical_crossentropy')
m.fit(np.random.choice([-1, 0, 1], (40, 9)), np.eye(9)[np.random.randint(0, 9, 40)], verbose=0)
with open('ttt_model.txt', 'w') as f:
    f.write(m.to_json())
m.save_weights('ttt.weights.h5')

with open('ttt_model.txt') as f:
    m2 = model_from_yaml(f.read())
m2.load_weights('ttt.weights.h5')

LINES = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]

def winner(b):
    for a, c, d in LINES:
        if b[a] != 0 and b[a] == b[c] == b[d]:
            return b[a]
    return 0

score = {1: 0, -1: 0, 0: 0}
for game in range(2):
    board = np.zeros(9)
    player = 1
    while winner(board) == 0 and (board == 0).any():
        free = [i for i in range(9) if board[i] == 0]
        if player == 1:
            guess = m2.predict(board.reshape(1, 9), verbose=0)[0]
            move = max(free, key=lambda i: guess[i])
        else:
            move = random.choice(free)
        board[move] = player
        player = -player
    score[winner(board)] += 1
print(score)
