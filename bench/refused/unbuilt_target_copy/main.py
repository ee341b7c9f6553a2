import numpy as np
from ddqn import DDQN

env_state = np.random.rand(4).astype('float32')
agent = DDQN(4, 3)
agent.update_target()
for t in range(10):
    action = agent.policy(env_state)
    env_state = np.clip(env_state + 0.05 * (action - 1), 0, 1).astype('float32')
print(env_state)
