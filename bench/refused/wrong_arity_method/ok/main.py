import random
import numpy as np
from agent import Agent

agent = Agent(state_size=2, action_size=2)
state = np.reshape([0.0, 0.1], [1, 2])
for t in range(40):
    a = random.randrange(2)
    nxt = np.clip(state + (a - .5) * .1, -1, 1)
    agent.remember(state, a, -abs(nxt).sum(), nxt, False)
    state = nxt
agent.replay(8)
for e in range(3):
    state = np.random.rand(1, 2)
    act = agent.act(state)
    print(e, act)
