import numpy as np
import tensorflow as tf

inp = tf.keras.layers.Input((5,))
h = tf.keras.layers.Dense(10, activation='tanh', name='hidden')(inp)
out = tf.keras.layers.Dense(1, name='value_head')(h)
critic = tf.keras.Model(inp, out, name='critic')

# small initial values in the last layer (see paper)
init = {w.name: w for w in critic.weights}
k = init['value_head/kernel:0']
k.assign(np.random.uniform(-3e-3, 3e-3, (10, 1)))

gamma, lam = 0.99, 0.95


def rollout(T):
    states = np.random.randn(T, 5).astype('float32')
    rewards = np.random.rand(T)
    return states, rewards


for it in range(2):
    states, rewards = rollout(8)
    values = []
    for s in states:
        v = float(critic(np.atleast_2d(s))[0, 0])
        values.append(v)
    values.append(0.0)
    adv, last = np.zeros(len(rewards)), 0
    for t in reversed(range(len(rewards))):
        delta = rewards[t] + gamma * values[t + 1] - values[t]
        last = delta + gamma * lam * last
        adv[t] = last
    print('it', it, 'adv mean', adv.mean())
