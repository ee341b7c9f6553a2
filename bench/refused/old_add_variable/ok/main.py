import numpy as np
import tensorflow as tf
from bilinear import Project


class Recommender:
    def __init__(self, users=6, items=9):
        self.net = tf.keras.Sequential([Project(4), tf.keras.layers.Activation('relu'), tf.keras.layers.Dense(1)])
        self.users = np.random.rand(users, 3).astype('float32')
        self.items = np.random.rand(items, 3).astype('float32')
        self.net.compile('adam', 'mse')
        self.net.fit(np.random.rand(20, 6), np.random.rand(20), verbose=0)

    def top(self, u, n=3):
        scores = []
        for j in range(len(self.items)):
            pair = tf.concat([self.users[u:u + 1], self.items[j:j + 1]], axis=1)
            sc = self.net(pair)
            scores.append(float(sc[0, 0]))
        return np.argsort(scores)[::-1][:n]


r = Recommender()
for user in range(3):
    print(user, r.top(user))
