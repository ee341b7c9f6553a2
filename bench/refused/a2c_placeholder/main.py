import numpy as np
from actor import Actor

N_STATE, N_ACT = 3, 2
actor = Actor(N_STATE, N_ACT)
s = np.random.rand(N_STATE)
for step in range(8):
    probs = actor.model.predict(s.reshape(1, -1), verbose=0)[0]
    a = np.random.choice(N_ACT, p=probs / probs.sum())
    s = np.clip(s + (a - 0.5) * 0.1, 0, 1)
    print(step, a)
