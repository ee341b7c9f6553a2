import numpy as np
from keras.models import Sequential
from keras.layers import Dense


class GridWorld:
    moves = np.array([[0, 1], [1, 0], [0, -1], [-1, 0]], dtype=int)

    def __init__(self, n=4):
        self.n, self.pos, self.k = n, np.zeros(2, dtype='int64'), 0

    def observe(self):
        v = np.zeros((1, self.n * self.n))
        v[0, self.pos[0] * self.n + self.pos[1]] = 1
        return v

    def act(self, a):
        self.pos = np.clip(self.pos + self.moves[a], 0, self.n - 1)
        self.k += 1
        won = bool((self.pos == self.n - 1).all())
        return self.observe(), 1. if won else -.04, won or self.k > 8


class QMaze:
    def __init__(self, env):
        self.env = env
        self.model = Sequential([Dense(12, input_shape=(env.n ** 2,), activation='relu'), Dense(4)])
        self.model.compile(optimizer='adam', loss='mse')

    def play(self):
        state, over = self.env.observe(), False
        while not over:
            target_f = self.model.predict(state, verbose=0)
            a = np.argmax(target_f[0]) if np.random.rand() > .1 else np.random.randint(4)
            nxt, r, over = self.env.act(a)
            target_f[0, a] = r
            self.model.train_on_batch(state, target_f)
            state = nxt
        return r


print(QMaze(GridWorld()).play())
