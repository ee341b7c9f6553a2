import numpy as np
from tensorflow.keras import Sequential
from tensorflow.keras.layers import Dense, Input
from swa import WeightAverager


def noisy_xor(n):
    x = np.random.randint(0, 2, (n, 2)).astype('float32')
    return x + 0.1 * np.random.randn(n, 2).astype('float32'), (x.sum(1) == 1).astype('float32')


net = Sequential([Input((2,)), Dense(6, activation='tanh'), Dense(1, activation='sigmoid')])
net.compile('adam', 'binary_crossentropy')
avg = WeightAverager(net)
for epoch in range(3):
    net.fit(*noisy_xor(32), verbose=0)
    avg.update()
avg.apply()
for a in (0., 1.):
    for b in (0., 1.):
        print(a, b, net.predict(np.array([[a, b]]), verbose=0))
