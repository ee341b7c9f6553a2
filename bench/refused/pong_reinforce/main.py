""" Policy gradients on a toy pong, after karpathy's gist """
import numpy as np
from keras.models import Sequential
from keras.layers import Dense, Input

D = 6 * 6
gamma = 0.99


class Pong(object):
    def __init__(self):
        self.reset()

    def reset(self):
        self.left = 12
        return np.random.randint(0, 2, (6, 6))

    def step(self, a):
        self.left -= 1
        return np.random.randint(0, 2, (6, 6)), float(np.random.choice([-1, 0, 1])), self.left <= 0, {}


def prepro(I):
    return I.astype(float).ravel()


def discount_rewards(r):
    out = np.zeros_like(r)
    add = 0
    for t in reversed(range(r.size)):
        if r[t] != 0:
            add = 0
        add = add * gamma + r[t]
        out[t] = add
    return out


def policy_model():
    model = Sequential()
    model.add(Input((D,)))
    model.add(Dense(16, init='uniform', activation='relu'))
    model.add(Dense(2, activation='softmax'))
    model.compile(loss='categorical_crossentropy', optimizer='adam')
    return model


model = policy_model()
env = Pong()
observation = env.reset()
prev_x = None
xs, probs, gradients, drs = [], [], [], []
episode_number = 0
while episode_number < 2:
    cur_x = prepro(observation)
    x = cur_x - prev_x if prev_x is not None else np.zeros(D)
    prev_x = cur_x
    aprob = model.predict(x.reshape([1, -1]), batch_size=1).flatten()
    action = np.random.choice(2, p=aprob / aprob.sum())
    y = np.zeros(2)
    y[action] = 1
    xs.append(x)
    probs.append(aprob)
    gradients.append(y - aprob)
    observation, reward, done, info = env.step(action)
    drs.append(reward)
    if done:
        episode_number += 1
        rewards = discount_rewards(np.array(drs))
        g = np.vstack(gradients) * rewards[:, None]
        Y = np.vstack(probs) + 0.01 * g
        model.train_on_batch(np.vstack(xs), Y)
        xs, probs, gradients, drs = [], [], [], []
        observation = env.reset()
        prev_x = None
        print('ep %d done, reward sum %.1f' % (episode_number, rewards.sum()))
