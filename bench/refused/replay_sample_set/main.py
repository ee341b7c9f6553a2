import random
import numpy as np
from tensorflow import keras


class GridWorld:
    def __init__(self, n=5):
        self.n = n
        self.reset()

    def reset(self):
        self.pos = 0
        return self._obs()

    def _obs(self):
        v = np.zeros(self.n, dtype=np.float32)
        v[self.pos] = 1
        return v

    def step(self, a):
        self.pos = max(0, min(self.n - 1, self.pos + (1 if a else -1)))
        done = self.pos == self.n - 1
        return self._obs(), float(done), done


class Agent:
    def __init__(self, n):
        self.n = n
        self.memory = set()
        self.model = keras.Sequential([keras.layers.Input((n,)), keras.layers.Dense(8, activation='relu'),
                                       keras.layers.Dense(2)])
        self.model.compile(loss='mse', optimizer='adam')

    def remember(self, s, a, r, s2, d):
        self.memory.add((int(np.argmax(s)), a, r, int(np.argmax(s2)), d))

    def warmup(self, env, steps=30):
        s = env.reset()
        for _ in range(steps):
            a = random.randint(0, 1)
            s2, r, d = env.step(a)
            self.remember(s, a, r, s2, d)
            s = env.reset() if d else s2

    def batch(self, k):
        return random.sample(self.memory, k)

    def learn(self, batch, gamma=0.9):
        eye = np.eye(self.n)
        s = np.array([eye[b[0]] for b in batch])
        s2 = np.array([eye[b[3]] for b in batch])
        q = self.model.predict_on_batch(s)
        q2 = self.model.predict_on_batch(s2)
        for i, (_, a, r, _, d) in enumerate(batch):
            q[i, a] = r if d else r + gamma * q2[i].max()
        self.model.fit(s, q, verbose=0)

    def act(self, s):
        return int(np.argmax(self.model.predict(s[None], verbose=0)[0]))


env = GridWorld()
agent = Agent(5)
agent.warmup(env, 60)
agent.learn(agent.batch(4))
for episode in range(2):
    s, done, t = env.reset(), False, 0
    while not done and t < 6:
        a = agent.act(s)
        s, r, done = env.step(a)
        t += 1
    print('episode', episode, 'steps', t)
