import numpy as np
from keras import models, layers

def build():
    net = models.Sequential()
    net.add(layers.Input(shape=(6,)))
    net.add(layers.Dense(5, activation='sigmoid'))
    net.add(layers.Dense(2, activation='softmax'))
    return net

net = build()
np.save('best.npy', net.get_weights())

# play with the best weights
net = build()
net.set_weights(list(np.load('best.npy', allow_pickle=True)))
lanes = np.zeros(6); pos = 3
for t in range(20):
    v = lanes.copy(); v[pos] += 1
    y = net.predict(v[None, :], verbose=0)
    pos = int(np.clip(pos + (1 if y[0, 0] > y[0, 1] else -1), 0, 5))
    lanes = (np.random.rand(6) > .8) * 1.
    if lanes[pos]:
        print('crash at', t); break
else:
    print('survived')
