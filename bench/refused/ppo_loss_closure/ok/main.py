import numpy as np
from agent import PPOAgent
from env import Corridor

env = Corridor()
agent = PPOAgent(env.state_dim, env.n_actions)
agent.train(*env.random_batch(24))

for ep in range(2):
    s = env.reset()
    total = 0
    for t in range(5):
        p = agent.actor.predict([s[None], np.zeros((1, 1)), np.zeros((1, env.n_actions))], verbose=0)[0]
        a = np.random.choice(env.n_actions, p=p / p.sum())
        s, r = env.step(a)
        total += r
    print('Episode', ep, 'reward', total)
