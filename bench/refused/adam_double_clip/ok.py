import numpy as np
import random
import tensorflow as tf
from collections import deque


class TaxiEnv:
    n_states, n_actions = 20, 4

    def reset(self):
        self.s = random.randrange(self.n_states)
        self.k = 0
        return self.s

    def step(self, a):
        self.s = (self.s * (a + 3) + 1) % self.n_states
        self.k += 1
        return self.s, -1, self.k > 6


class Agent:
    def __init__(self, env, optimizer):
        self._state_size = env.n_states
        self._action_size = env.n_actions
        self._optimizer = optimizer
        self.experience_replay = deque(maxlen=2000)
        self.gamma = 0.6
        self.epsilon = 0.1
        self.q_network = self._build_compile_model()
        self.target_network = self._build_compile_model(False)
        self.alighn_target_model()

    def _build_compile_model(self, compile=True):
        model = tf.keras.Sequential()
        model.add(tf.keras.layers.Embedding(self._state_size, 6))
        model.add(tf.keras.layers.Reshape((6,)))
        model.add(tf.keras.layers.Dense(16, activation='relu'))
        model.add(tf.keras.layers.Dense(self._action_size, activation='linear'))
        if compile:
            model.compile(loss='mse', optimizer=self._optimizer)
        model(tf.zeros((1, 1)))
        return model

    def alighn_target_model(self):
        self.target_network.set_weights(self.q_network.get_weights())

    def act(self, state):
        if np.random.rand() <= self.epsilon:
            return random.randrange(self._action_size)
        q_values = self.q_network.predict(np.array([[state]]), verbose=0)
        return np.argmax(q_values[0])


env = TaxiEnv()
agent = Agent(env, tf.keras.optimizers.Adam(learning_rate=0.01, clipnorm=1.0))
for e in range(3):
    state, terminated = env.reset(), False
    while not terminated:
        action = agent.act(state)
        state, reward, terminated = env.step(action)
    agent.alighn_target_model()
    print('episode', e)
