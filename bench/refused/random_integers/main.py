import numpy as np
from keras.models import Sequential
from keras.layers import Embedding, Flatten, Dense

seqs = np.random.random_integers(0, 9, size=(12, 3))
net = Sequential([Embedding(10, 2), Flatten(), Dense(1)])
net.compile('adam', 'mse')
net.fit(seqs, seqs.sum(1), verbose=0)
for x in seqs[:6]:
    x = x[None]
    pp = net.predict(x, verbose=0)
    print(x, pp[0, 0])
