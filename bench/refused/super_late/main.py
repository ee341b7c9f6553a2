import numpy as np
import tensorflow as tf
from tensorflow.keras import layers


class Q(layers.Layer):
    def __init__(self, n_actions):
        self.n_actions = n_actions
        self.fc = layers.Dense(16, activation='relu')
        self.out = layers.Dense(n_actions)
        super(Q, self).__init__()

    def call(self, x):
        return self.out(self.fc(x))


class Agent:
    def __init__(self):
        self.online = Q(3)
        self.target = Q(3)
        dummy = np.zeros((1, 4), 'float32')
        self.online(dummy), self.target(dummy)
        self.target.set_weights(self.online.get_weights())

    def play(self, steps):
        obs = np.random.randn(4).astype('float32')
        acts = []
        for _ in range(steps):
            q = self.online(np.expand_dims(obs, 0))
            acts.append(int(np.argmax(q)))
            obs = np.random.randn(4).astype('float32')
        return acts


print(Agent().play(20))
