import numpy as np
from keras.layers.core import Dense, Activation, Dropout
from keras.models import Sequential


class TwoRooms:
    action_size = 2
    state_size = 3

    def __init__(self, seed=1):
        self.r = np.random.RandomState(seed)

    def reset(self):
        self.t = 0
        return self.r.rand(1, 3)

    def step(self, a):
        self.t += 1
        return self.r.rand(1, 3), [1.0, -1.0][a], self.t == 7


class A2CAgent:
    def __init__(self, env):
        self.env = env
        self.actor = self.build(env.action_size, 'softmax', 'categorical_crossentropy')
        self.critic = self.build(1, 'linear', 'mse')

    def build(self, n, act, loss):
        m = Sequential()
        m.add(Dense(12, input_dim=self.env.state_size))
        m.add(Activation('relu'))
        m.add(Dropout(0.1))
        m.add(Dense(n))
        m.add(Activation(act))
        m.compile(loss=loss, optimizer='adam')
        return m

    def run(self, episodes):
        for e in range(episodes):
            done, state, score = False, self.env.reset(), 0
            while not done:
                a_prob = self.actor.predict(state, batch_size=1).flatten()
                a = np.random.choice(len(a_prob), 1, p=a_prob)[0]
                nxt, r, done = self.env.step(a)
                v, v2 = self.critic.predict(state)[0], self.critic.predict(nxt)[0]
                target = np.full((1, 1), r) if done else np.array([r + .99 * v2])
                adv = np.zeros((1, 2))
                adv[0, a] = float((target[0] - v)[0])
                self.actor.fit(state, adv, epochs=1, verbose=0)
                self.critic.fit(state, target, epochs=1, verbose=0)
                score += r
                state = nxt
            print('episode:', e, 'score:', score)


A2CAgent(TwoRooms()).run(1)
