import os
import random
import numpy as np
from collections import deque
from keras.models import Sequential
from keras.layers import Dense
from keras.optimizers import Adam


class FakeCartPole:
    """stand-in for gym.make('CartPole-v1')"""

    def __init__(self):
        self.n = 0

    def reset(self):
        self.n = 0
        return np.random.uniform(-0.05, 0.05, 4)

    def step(self, action):
        self.n += 1
        state = np.random.uniform(-1, 1, 4)
        return state, 1.0, self.n >= 8, {}


class Agent():
    def __init__(self, state_size, action_size):
        self.weight_backup = "cartpole_weight.h5"
        self.state_size = state_size
        self.action_size = action_size
        self.memory = deque(maxlen=2000)
        self.learning_rate = 0.001
        self.gamma = 0.95
        self.exploration_rate = 0.3
        self.exploration_min = 0.01
        self.exploration_decay = 0.995
        self.brain = self._build_model()
        self.model = self.brain

    def _build_model(self):
        # Neural Net for Deep-Q learning Model
        model = Sequential()
        model.add(Dense(24, input_dim=self.state_size, activation='relu'))
        model.add(Dense(24, activation='relu'))
        model.add(Dense(self.action_size, activation='linear'))
        model.compile(loss='mse', optimizer=Adam(learning_rate=self.learning_rate))

        if os.path.isfile(self.weight_backup):
            model.load_weights(self.weight_backup)
            self.exploration_rate = self.exploration_min
        else:
            # start file, so that a crashed run can be resumed
            model.save_weights(self.weight_backup)
        return model

    def act(self, state):
        if np.random.rand() <= self.exploration_rate:
            return random.randrange(self.action_size)
        act_values = self.model.predict(state)
        return np.argmax(act_values[0])

    def remember(self, state, action, reward, next_state, done):
        self.memory.append((state, action, reward, next_state, done))

    def replay(self, sample_batch_size):
        if len(self.memory) < sample_batch_size:
            return
        sample_batch = random.sample(self.memory, sample_batch_size)
        for state, action, reward, next_state, done in sample_batch:
            target = reward
            if not done:
                target = reward + self.gamma * np.amax(self.brain.predict(next_state)[0])
            target_f = self.brain.predict(state)
            target_f[0][action] = target
            self.brain.fit(state, target_f, epochs=1, verbose=0)
        if self.exploration_rate > self.exploration_min:
            self.exploration_rate *= self.exploration_decay


class CartPole:
    def __init__(self):
        self.sample_batch_size = 4
        self.episodes = 2
        self.env = FakeCartPole()
        self.agent = Agent(4, 2)

    def run(self):
        for index_episode in range(self.episodes):
            state = self.env.reset()
            state = np.reshape(state, [1, 4])
            done = False
            index = 0
            while not done:
                action = self.agent.act(state)
                next_state, reward, done, _ = self.env.step(action)
                next_state = np.reshape(next_state, [1, 4])
                self.agent.remember(state, action, reward, next_state, done)
                state = next_state
                index += 1
            print("Episode {}# Score: {}".format(index_episode, index + 1))
            self.agent.replay(self.sample_batch_size)


if __name__ == "__main__":
    cartpole = CartPole()
    cartpole.run()
