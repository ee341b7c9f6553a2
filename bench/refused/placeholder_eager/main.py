import numpy as np
import tensorflow.compat.v1 as tf
from tensorflow import keras


class PolicyNet:
    def __init__(self, n_obs, n_act):
        self.returns = tf.placeholder(tf.float32, shape=(None,), name='returns')
        self.model = keras.models.Sequential()
        self.model.add(keras.layers.Dense(8, activation='relu', input_shape=(n_obs,)))
        self.model.add(keras.layers.Dense(n_act, activation='softmax'))
        self.model.compile(loss='categorical_crossentropy', optimizer='adam')

    def choose(self, obs):
        p = self.model.predict(obs[np.newaxis, :], verbose=0).ravel()
        return np.random.choice(len(p), p=p / p.sum())


net = PolicyNet(4, 3)
obs = np.zeros(4)
for i in range(6):
    a = net.choose(obs)
    obs = obs + 0.1 * (a - 1)
print(obs)
