import numpy as np
import tensorflow as tf


class QNet(tf.keras.Model):
    def __init__(self, n_actions):
        super(QNet, self).__init__()
        self.fc1 = tf.keras.layers.Dense(8, activation='relu')
        self.fc2 = tf.keras.layers.Dense(n_actions)

    def call(self, s):
        return self.fc2(self.fc1(s))


class DDQN:
    def __init__(self, n_obs, n_actions):
        self.online = QNet(n_actions)
        self.target = QNet(n_actions)
        self.online(np.zeros((1, n_obs), dtype='float32'))
        self.target(np.zeros((1, n_obs), dtype='float32'))

    def update_target(self):
        self.target.set_weights(self.online.get_weights())

    def policy(self, s):
        return int(np.argmax(self.online(s[None]).numpy()))
