# planted: TFR601 the agent asks model.predict for the Q-values at each tick and each replayed transition
# style: the usual Keras DQN tutorial code, agent class with a deque, an environment written by hand
import random
from collections import deque

import numpy as np
import tensorflow as tf
from tensorflow import keras

FLOORS = 5


class ElevatorEnv:
    """One cabin; passengers wait on floors and want to go to the lobby. Actions: down, stay, up."""

    def reset(self):
        self.pos, self.t = 0, 0
        self.waiting = np.zeros(FLOORS)
        self.inside = 0
        return self.state()

    def state(self):
        one_hot = np.eye(FLOORS)[self.pos]
        return np.concatenate([one_hot, self.waiting / 3, [self.inside / 4]]).astype("float32")

    def step(self, action):
        self.pos = int(np.clip(self.pos + action - 1, 0, FLOORS - 1))
        if random.random() < 0.3:
            self.waiting[random.randint(1, FLOORS - 1)] += 1
        delivered = 0
        if self.pos == 0:
            delivered, self.inside = self.inside, 0
        else:
            self.inside += self.waiting[self.pos]
            self.waiting[self.pos] = 0
        self.t += 1
        reward = delivered - 0.1 * self.waiting.sum()
        return self.state(), reward, self.t >= 12


class Agent:
    def __init__(self, n_state, n_action):
        self.n_action = n_action
        self.memory = deque(maxlen=500)
        self.gamma = 0.9
        self.epsilon = 1.0
        self.model = keras.Sequential([
            keras.layers.Input((n_state,)),
            keras.layers.Dense(24, activation="relu"),
            keras.layers.Dense(n_action),
        ])
        self.model.compile(loss="mse", optimizer=keras.optimizers.Adam(0.01))

    def act(self, state):
        if random.random() < self.epsilon:
            return random.randrange(self.n_action)
        q = self.model(state[None], training=False).numpy()
        return int(np.argmax(q[0]))

    def replay(self, size):
        batch = random.sample(list(self.memory), size)
        states = np.stack([b[0] for b in batch])
        targets = []
        for s, a, r, s2, done in batch:
            target = self.model(s[None], training=False).numpy()[0]
            best_next = self.model(s2[None], training=False).numpy()[0].max()
            target[a] = r if done else r + self.gamma * best_next
            targets.append(target)
        self.model.train_on_batch(states, np.stack(targets))
        self.epsilon = max(0.1, self.epsilon * 0.8)


if __name__ == "__main__":
    random.seed(4)
    keras.utils.set_random_seed(4)
    env = ElevatorEnv()
    agent = Agent(2 * FLOORS + 1, 3)
    for episode in range(5):
        s, done, total = env.reset(), False, 0.0
        while not done:
            a = agent.act(s)
            s2, r, done = env.step(a)
            agent.memory.append((s, a, r, s2, done))
            s, total = s2, total + r
        if len(agent.memory) >= 8:
            agent.replay(8)
        print(f"episode {episode} reward {total:.2f} epsilon {agent.epsilon:.2f}")
