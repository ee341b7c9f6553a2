import numpy as np
from keras.models import Sequential
from keras.layers import Dense, GRU

words = 'one two three four five'.split()
vectors = {w: np.random.randn(6) for w in words}
E = np.vstack(vectors[w] for w in words)
lm = Sequential([GRU(6, input_shape=(None, 6))])
lm.compile('adam', 'cosine_similarity')
lm.fit(np.array([E[i:i + 2] for i in range(3)]), E[2:], verbose=0)
sent = ['one', 'two']
for _ in range(6):
    cur = np.array([[vectors[w] for w in sent[-2:]]])
    rec = lm.predict(cur, verbose=0)[0]
    sent.append(words[int(np.argmax(E @ rec))])
print(sent)
