import numpy as np
from envs import MountainCar
from agents import ReplayAgent

env = MountainCar()
agent = ReplayAgent(2, 3)
agent.warm_up(env)
s = env.reset()
for t in range(6):
    a = int(np.argmax(agent.net.predict(s[None], verbose=0)))
    s = env.step(a)
print(s)
