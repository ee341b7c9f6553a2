#!/usr/bin/env python
from __future__ import print_function

import argparse
import random
import numpy as np
from collections import deque
from keras.models import Sequential
from keras.layers import Dense, Activation, Flatten, Convolution2D, Input

GAME = 'bird'
ACTIONS = 2
GAMMA = 0.99
OBSERVATION = 6
BATCH = 4
img_rows, img_cols = 16, 16
img_channels = 4

class GameState:
    def frame_step(self, a_t):
        return np.random.rand(img_rows, img_cols), random.choice([0.1, 1, -1]), random.random() < .1

def buildmodel():
    print("Now we build the model")
    model = Sequential()
    model.add(Input((img_rows, img_cols, img_channels)))
    model.add(Convolution2D(4, (4, 4), strides=(2, 2), padding='same'))
    model.add(Activation('relu'))
    model.add(Flatten())
    model.add(Dense(16))
    model.add(Activation('relu'))
    model.add(Dense(2))
    model.compile(loss='mse', optimizer='adam')
    print("We finish building the model")
    return model

def trainNetwork(model, args):
    game_state = GameState()
    D = deque()
    do_nothing = np.zeros(ACTIONS)
    do_nothing[0] = 1
    x_t, r_0, terminal = game_state.frame_step(do_nothing)
    s_t = np.stack((x_t, x_t, x_t, x_t), axis=2)
    s_t = s_t.reshape(1, s_t.shape[0], s_t.shape[1], s_t.shape[2])
    t = 0
    while t < 12:
        a_t = np.zeros([ACTIONS])
        q_values = model.predict(s_t)
        action_index = np.argmax(q_values)
        a_t[action_index] = 1
        x_t1, r_t, terminal = game_state.frame_step(a_t)
        x_t1 = x_t1.reshape(1, img_rows, img_cols, 1)
        s_t1 = np.append(x_t1, s_t[:, :, :, :3], axis=3)
        D.append((s_t, action_index, r_t, s_t1, terminal))
        if t > OBSERVATION:
            minibatch = random.sample(D, BATCH)
            inputs = np.concatenate([m[0] for m in minibatch])
            targets = model.predict(inputs)
            Q_sa = model.predict(np.concatenate([m[3] for m in minibatch]))
            for i, m in enumerate(minibatch):
                targets[i, m[1]] = m[2] if m[4] else m[2] + GAMMA * np.max(Q_sa[i])
            model.train_on_batch(inputs, targets)
        s_t = s_t1
        t = t + 1
    print("TIMESTEP", t)

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument('-m', '--mode', default='Train')
    trainNetwork(buildmodel(), parser.parse_args())
