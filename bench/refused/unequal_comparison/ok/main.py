import numpy as np
from keras.models import Sequential
from keras.layers import Dense
from metrics import accuracy

X = np.random.rand(33, 4)
y = (X[:, 0] > .5).astype(int)
net = Sequential()
net.add(Dense(5, activation='relu', input_shape=(4,)))
net.add(Dense(1, activation='sigmoid'))
net.compile('adam', 'binary_crossentropy')
n_train = 24
net.fit(X[:n_train], y[:n_train], verbose=0)
print('acc', accuracy(net.predict(X[n_train:], verbose=0), y[n_train:]))
flips = 0
for i in range(n_train, 33):
    flips += int(net.predict(X[i:i + 1], verbose=0)[0, 0] > .5) != y[i]
print(flips)
