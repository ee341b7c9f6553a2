# -*- coding: utf-8 -*-
import numpy as np
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import LSTM, Dense
from textutils import clean, one_hot

raw = "the quick brown fox jumps over the lazy dog and the dog sleeps " * 3
text = clean(raw)
chars = sorted(set(text))
c2i = {c: i for i, c in enumerate(chars)}
MAXLEN = 10

X = np.array([one_hot(text[i:i + MAXLEN], c2i) for i in range(len(text) - MAXLEN)])
y = np.array([c2i[text[i + MAXLEN]] for i in range(len(text) - MAXLEN)])

model = Sequential([LSTM(12, input_shape=(MAXLEN, len(chars))), Dense(len(chars), activation='softmax')])
model.compile('rmsprop', 'sparse_categorical_crossentropy')
model.fit(X, y, epochs=1, verbose=0)

seed = text[:MAXLEN]
generated = ''
for _ in range(15):
    probs = model.predict(one_hot(seed, c2i)[np.newaxis], verbose=0)[0]
    nxt = chars[np.argmax(probs)]
    generated += nxt
    seed = seed[1:] + nxt
print(generated)
