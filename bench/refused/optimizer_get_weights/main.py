import pickle
import tempfile
import os
import numpy as np
from tensorflow.keras.layers import Dense, Input
from tensorflow.keras.models import Model
from tensorflow.keras.optimizers import Adam

path = os.path.join(tempfile.mkdtemp(), 'optim.pkl')

s_in = Input((6,))
policy = Model(s_in, Dense(3, activation='softmax')(Dense(8, activation='tanh')(s_in)))
policy.compile(loss='categorical_crossentropy', optimizer=Adam(1e-3))


def discounted(rewards, gamma=0.9):
    out, run = np.zeros(len(rewards)), 0
    for i in reversed(range(len(rewards))):
        run = run * gamma + rewards[i]
        out[i] = run
    return out


# imitation of a random expert, state of the optimizer kept for later runs
policy.fit(np.random.randn(30, 6), np.eye(3)[np.random.randint(0, 3, 30)], verbose=0)
with open(path, 'wb') as f:
    pickle.dump(policy.optimizer.get_weights(), f)

for ep in range(2):
    obs, S, A, R = np.random.randn(6), [], [], []
    for t in range(8):
        probs = policy.predict(obs[None, :], verbose=0)[0]
        a = np.random.choice(3, p=probs / probs.sum())
        S.append(obs); A.append(a); R.append(float(a == 1))
        obs = np.random.randn(6)
    policy.train_on_batch(np.array(S), np.eye(3)[A], sample_weight=discounted(R))
    print(ep, sum(R))
