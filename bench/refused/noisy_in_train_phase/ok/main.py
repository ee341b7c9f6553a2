import numpy as np
from dqn import NoisyDQN

class Pole:
    def reset(self):
        self.t = 0
        return np.random.uniform(-.05, .05, 4)
    def step(self, a):
        self.t += 1
        return np.random.uniform(-1, 1, 4), 1.0, self.t > 6, {}

env = Pole()
agent = NoisyDQN(4, 2)
state = env.reset()
score = 0
while True:
    action = np.argmax(agent.model.predict(state.reshape(1, 4), verbose=0)[0])
    state, reward, done, _ = env.step(action)
    score += reward
    if done:
        break
print(score)
