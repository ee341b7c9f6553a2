import numpy as np
from keras.models import Sequential
from keras.layers import Embedding, GRU, Dense
from corpus import read_lines, build_vocab

open('lyrics.txt', 'w').write('hello darkness my old friend\ni have come to talk with you again\n')
lines = read_lines('lyrics.txt')
vocab = build_vocab(lines)
ids = [vocab[w] for l in lines for w in l.split()]
X = np.array([ids[i:i + 3] for i in range(len(ids) - 3)])
Y = np.array(ids[3:])
model = Sequential([Embedding(len(vocab) + 1, 5), GRU(6), Dense(len(vocab) + 1, activation='softmax')])
model.compile('adam', 'sparse_categorical_crossentropy')
model.fit(X, Y, verbose=0)
rev = {v: k for k, v in vocab.items()}
ctx = list(X[0])
for _ in range(6):
    probs = model.predict(np.array([ctx]), verbose=0)[0]
    w = int(probs[1:].argmax()) + 1
    print(rev[w], end=' ')
    ctx = ctx[1:] + [w]
