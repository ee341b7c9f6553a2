import random
import numpy as np
from collections import deque
from keras import backend as K
from keras.models import Sequential
from keras.layers import Conv2D, Dense, Flatten, Activation
K.set_image_dim_ordering('tf')

ACTIONS = 2
GAMMA = 0.99
OBSERVATION = 5
BATCH = 4
img_rows, img_cols, img_channels = 20, 20, 4


class GameState:
    def frame_step(self, input_actions):
        return np.random.rand(img_rows, img_cols), random.choice([0.1, 1, -1]), random.random() < 0.1


def buildmodel():
    model = Sequential()
    model.add(Conv2D(4, (8, 8), strides=(4, 4), padding='same', input_shape=(img_rows, img_cols, img_channels)))
    model.add(Activation('relu'))
    model.add(Flatten())
    model.add(Dense(16, activation='relu'))
    model.add(Dense(ACTIONS))
    model.compile(loss='mse', optimizer='adam')
    return model


def trainNetwork(model):
    game_state = GameState()
    D = deque()
    x_t, r_0, terminal = game_state.frame_step([1, 0])
    s_t = np.stack((x_t, x_t, x_t, x_t), axis=2)
    s_t = s_t.reshape(1, s_t.shape[0], s_t.shape[1], s_t.shape[2])
    t = 0
    while t < 12:
        a_t = np.zeros([ACTIONS])
        if random.random() <= 0.1:
            action_index = random.randrange(ACTIONS)
        else:
            q = model.predict(s_t, verbose=0)
            action_index = np.argmax(q)
        a_t[action_index] = 1
        x_t1, r_t, terminal = game_state.frame_step(a_t)
        x_t1 = x_t1.reshape(1, img_rows, img_cols, 1)
        s_t1 = np.append(x_t1, s_t[:, :, :, :3], axis=3)
        D.append((s_t, action_index, r_t, s_t1, terminal))
        if t > OBSERVATION:
            for s, a, r, s1, term in random.sample(D, BATCH):
                target = model.predict(s, verbose=0)
                target[0, a] = r if term else r + GAMMA * np.max(model.predict(s1, verbose=0))
                model.train_on_batch(s, target)
        s_t = s_t1
        t = t + 1


if __name__ == "__main__":
    trainNetwork(buildmodel())
