import numpy as np
from tensorflow.keras import Sequential, layers

words = 'to be or not to be that is the question'.split()
vocab = sorted(set(words))
w2i = {w: i for i, w in enumerate(vocab)}
SEQ = 3
X = np.zeros((len(words) - SEQ, SEQ, len(vocab)), dtype=np.bool)
Y = np.zeros((len(words) - SEQ, len(vocab)), dtype=np.bool)
for i in range(len(words) - SEQ):
    for j in range(SEQ):
        X[i, j, w2i[words[i + j]]] = 1
    Y[i, w2i[words[i + SEQ]]] = 1
net = Sequential()
net.add(layers.LSTM(8, input_shape=(SEQ, len(vocab))))
net.add(layers.Dense(len(vocab), activation='softmax'))
net.compile(loss='categorical_crossentropy', optimizer='adam')
net.fit(X, Y, verbose=0)
out = words[:SEQ]
for i in range(8):
    seq = np.zeros((1, SEQ, len(vocab)))
    for j, w in enumerate(out[-SEQ:]):
        seq[0, j, w2i[w]] = 1.
    probs = net.predict(seq, verbose=0)[0]
    out.append(vocab[np.argmax(probs)])
print(' '.join(out))
