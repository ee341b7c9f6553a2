'''Character level generation, one char per step, stateful LSTM'''
from __future__ import print_function
import random
import sys

import numpy as np
import keras
from keras.models import Sequential
from keras.layers import Dense, LSTM

text = "the quick brown fox jumps over the lazy dog. " * 5
print('corpus length:', len(text))
chars = sorted(list(set(text)))
print('total chars:', len(chars))
char_indices = dict((c, i) for i, c in enumerate(chars))
indices_char = dict((i, c) for i, c in enumerate(chars))

print('Build model...')
model = Sequential()
model.add(keras.Input(batch_shape=(1, 1, len(chars))))
model.add(LSTM(16, stateful=True))
model.add(Dense(len(chars), activation='softmax'))
model.compile(loss='categorical_crossentropy', optimizer='adam')


def sample(preds, temperature=1.0):
    preds = np.asarray(preds).astype('float64')
    preds = np.log(preds + 1e-9) / temperature
    exp_preds = np.exp(preds)
    preds = exp_preds / np.sum(exp_preds)
    probas = np.random.multinomial(1, preds * 0.999999, 1)
    return np.argmax(probas)


X = np.zeros((20, 1, len(chars)))
Y = np.zeros((20, len(chars)))
for i in range(20):
    X[i, 0, char_indices[text[i]]] = 1
    Y[i, char_indices[text[i + 1]]] = 1
model.fit(X, Y, batch_size=1, epochs=1, shuffle=False, verbose=2)

for diversity in [0.5, 1.0]:
    print()
    print('----- diversity:', diversity)
    ch = random.choice(chars)
    sys.stdout.write(ch)
    for i in range(15):
        x = np.zeros((1, 1, len(chars)))
        x[0, 0, char_indices[ch]] = 1.
        preds = model.predict(x, verbose=0)[0]
        ch = indices_char[sample(preds, diversity)]
        sys.stdout.write(ch)
        sys.stdout.flush()
    print()
