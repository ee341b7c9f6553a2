import numpy as np
from lstm_model import build_model
from text import corpus, encode, decode

X, y, vocab = encode(corpus, 6)
model = build_model(6, len(vocab))
model.fit(X, y, epochs=1, verbose=0)
pattern = list(np.argmax(X[0], axis=1))
for i in range(10):
    x = np.eye(len(vocab))[pattern][None]
    index = int(np.argmax(model.predict(x, verbose=0)))
    pattern = pattern[1:] + [index]
print(decode(pattern, vocab))
