import numpy as np
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense


class ReplayAgent(object):
    def __init__(self, n_s, n_a):
        self.net = Sequential([Dense(6, activation='relu', input_shape=(n_s,)), Dense(n_a)])
        self.net.compile('adam', 'mse')
        self.buf = []

    def warm_up(self, env, n=10):
        s = env.reset()
        for _ in range(n):
            a = env.sample()
            s2 = env.step(a)
            self.buf.append((s, a, s2))
            s = s2
