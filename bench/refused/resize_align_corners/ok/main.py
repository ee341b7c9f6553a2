import numpy as np
import tensorflow as tf
from net import gesture_net
from preprocess import prepare

videos = np.random.rand(3, 5, 20, 24, 1)
net = gesture_net((16, 16, 1), 4)
X = np.concatenate([prepare(v) for v in videos])
net.fit(X, np.random.randint(0, 4, len(X)), verbose=0)

for v in videos:
    votes = []
    for f in prepare(v):
        votes.append(np.argmax(net.predict(f[None], verbose=0)))
    print(np.bincount(votes).argmax())
