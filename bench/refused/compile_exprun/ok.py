import numpy as np
import tensorflow as tf

class Snake:
    SIZE = 5
    def start(self):
        self.head = [2, 2]; self.food = list(np.random.randint(0, 5, 2)); self.moves = 0
        return self.obs()
    def obs(self):
        return np.array(self.head + self.food, dtype=float) / self.SIZE
    def go(self, a):
        d = [(0, 1), (1, 0), (0, -1), (-1, 0)][a]
        self.head = [self.head[0] + d[0], self.head[1] + d[1]]
        self.moves += 1
        if min(self.head) < 0 or max(self.head) >= self.SIZE:
            return self.obs(), -1, True
        if self.head == self.food:
            return self.obs(), 10, True
        return self.obs(), 0, self.moves >= 8

class DQN:
    def __init__(self):
        self.model = self.build_model()
        self.mem = []
        self.eps = 0.2

    def build_model(self):
        model = tf.keras.models.Sequential()
        model.add(tf.keras.layers.Dense(16, input_shape=(4,), activation='relu'))
        model.add(tf.keras.layers.Dense(4))
        model.compile(loss='mse', optimizer='rmsprop')
        return model

    def action(self, s):
        if np.random.rand() < self.eps:
            return np.random.randint(4)
        Q = self.model.predict(np.array([s]))[0]
        return int(Q.argmax())

    def learn(self):
        S = np.array([m[0] for m in self.mem]); S2 = np.array([m[3] for m in self.mem])
        q = self.model.predict(S); q2 = self.model.predict(S2)
        for i, (s, a, r, s2, d) in enumerate(self.mem):
            q[i, a] = r if d else r + .9 * q2[i].max()
        self.model.fit(S, q, verbose=0)
        self.mem = self.mem[-50:]

game, agent = Snake(), DQN()
for g in range(3):
    s, done = game.start(), False
    while not done:
        a = agent.action(s)
        s2, r, done = game.go(a)
        agent.mem.append((s, a, r, s2, done))
        s = s2
    agent.learn()
    print('game', g, 'moves', game.moves)
