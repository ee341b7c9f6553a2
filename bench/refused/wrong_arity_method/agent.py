import random
from collections import deque
import numpy as np
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense


class Agent:
    def __init__(self, state_size, action_size):
        self.memory = deque(maxlen=200)
        self.action_size = action_size
        self.gamma = 0.9
        self.model = Sequential()
        self.model.add(Dense(8, input_dim=state_size, activation='relu'))
        self.model.add(Dense(action_size, activation='linear'))
        self.model.compile(loss='mse', optimizer='adam')

    def remember(self, state, action, reward, next_state, done):
        self.memory.append((state, action, reward, next_state, done))

    def act(self, state):
        return int(np.argmax(self.model.predict(state, verbose=0)[0]))

    def replay(self, batch_size):
        batch = random.sample(self.memory, batch_size)
        s = np.vstack([b[0] for b in batch])
        s2 = np.vstack([b[3] for b in batch])
        q, q2 = self.model.predict_on_batch(s), self.model.predict_on_batch(s2)
        for i, (_, a, r, _, d) in enumerate(batch):
            q[i][a] = r + (0 if d else self.gamma * np.amax(q2[i]))
        self.model.fit(s, q, epochs=1, verbose=0)
