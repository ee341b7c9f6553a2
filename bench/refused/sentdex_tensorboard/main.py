import numpy as np
import os
import random
import time
from collections import deque
import tensorflow as tf
from tensorflow.keras.callbacks import TensorBoard
from tensorflow.keras.layers import Dense, Flatten, Activation
from tensorflow.keras.models import Sequential
from tensorflow.keras.optimizers import Adam

REPLAY_MEMORY_SIZE = 1_000
MIN_REPLAY_MEMORY_SIZE = 20
MINIBATCH_SIZE = 8
DISCOUNT = 0.99
MODEL_NAME = '2x256'
EPISODES = 4
epsilon = 0.3


class ModifiedTensorBoard(TensorBoard):

    # Overriding init to set initial step and writer (we want one log file for all .fit() calls)
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.step = 1
        self.writer = tf.summary.FileWriter(self.log_dir)

    def set_model(self, model):
        pass

    def on_epoch_end(self, epoch, logs=None):
        pass

    def on_batch_end(self, batch, logs=None):
        pass

    def on_train_end(self, _):
        pass

    on_train_begin = on_train_batch_begin = on_train_batch_end = on_test_begin = on_test_end = lambda self, *a, **k: None


class BlobEnv:
    SIZE = 5
    ACTION_SPACE_SIZE = 9

    def reset(self):
        self.step_n = 0
        return np.random.randint(0, 255, (self.SIZE, self.SIZE, 3))

    def step(self, action):
        self.step_n += 1
        return np.random.randint(0, 255, (self.SIZE, self.SIZE, 3)), -1, self.step_n >= 8


class DQNAgent:
    def __init__(self):
        self.model = self.create_model()
        self.target_model = self.create_model()
        self.target_model.set_weights(self.model.get_weights())
        self.replay_memory = deque(maxlen=REPLAY_MEMORY_SIZE)
        self.tensorboard = ModifiedTensorBoard(log_dir="logs/{}-{}".format(MODEL_NAME, int(time.time())))
        self.target_update_counter = 0

    def create_model(self):
        model = Sequential()
        model.add(Flatten(input_shape=(5, 5, 3)))
        model.add(Dense(16))
        model.add(Activation('relu'))
        model.add(Dense(9, activation='linear'))
        model.compile(loss="mse", optimizer=Adam(0.001), metrics=['accuracy'])
        return model

    def train(self):
        if len(self.replay_memory) < MIN_REPLAY_MEMORY_SIZE:
            return
        minibatch = random.sample(self.replay_memory, MINIBATCH_SIZE)
        X = np.array([t[0] for t in minibatch]) / 255
        y = self.target_model.predict(X, verbose=0)
        for i, (s, a, r, d) in enumerate(minibatch):
            y[i][a] = r
        self.model.fit(X, y, batch_size=MINIBATCH_SIZE, verbose=0, shuffle=False, callbacks=[self.tensorboard])

    def get_qs(self, state):
        return self.model.predict(np.array(state).reshape(-1, *state.shape) / 255, verbose=0)[0]


env = BlobEnv()
agent = DQNAgent()

for episode in range(1, EPISODES + 1):
    agent.tensorboard.step = episode
    current_state = env.reset()
    done = False
    while not done:
        if np.random.random() > epsilon:
            action = np.argmax(agent.get_qs(current_state))
        else:
            action = np.random.randint(0, 9)
        new_state, reward, done = env.step(action)
        agent.replay_memory.append((current_state, action, reward, done))
        agent.train()
        current_state = new_state
