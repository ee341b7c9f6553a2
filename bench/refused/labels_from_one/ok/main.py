import numpy as np
from keras.utils import to_categorical
from har import load, build

X, y = load()
n_classes = len(np.unique(y))
Y = to_categorical(y - 1, n_classes)
net = build(X.shape[1:], n_classes)
net.fit(X, Y, epochs=1, batch_size=16, verbose=0)
names = ['walk', 'sit', 'stand', 'lie']
for t in range(5):
    print(names[net.predict(X[t][np.newaxis], verbose=0).argmax()])
