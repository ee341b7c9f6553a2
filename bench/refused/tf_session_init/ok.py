import numpy as np
import tensorflow as tf
from keras.layers import Dense
from keras.models import Sequential


class ActorCritic:
    def __init__(self, sess):
        self.sess = sess
        self.actor = Sequential([Dense(8, activation='relu', input_shape=(3,)), Dense(1, activation='tanh')])


def main():
    sess = tf.compat.v1.Session()
    model = ActorCritic(sess).actor
    for step in range(6):
        x = np.random.rand(1, 3)
        c = model.predict(x, verbose=0)
        print(step, c[0, 0])


if __name__ == "__main__":
    main()
