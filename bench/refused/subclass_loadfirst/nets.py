import tensorflow as tf
from tensorflow.keras.layers import Dense


class QNet(tf.keras.Model):

    def __init__(self, n_actions):
        super(QNet, self).__init__()
        self.d1 = Dense(12, activation='relu')
        self.d2 = Dense(12, activation='relu')
        self.out = Dense(n_actions)

    def call(self, x):
        return self.out(self.d2(self.d1(x)))
