import numpy as np
import keras
from keras import layers

class Disc(object):
    def make(self):
        x = layers.Input((5,))
        d = layers.Dense(6, activation='relu')(x)
        m = keras.Model(x, layers.Dense(1, activation='sigmoid')(d))
        m.compile(keras.optimizers.SGD(.1), 'binary_crossentropy')
        return m

disc = Disc().make()
print('loss tensor', disc.total_loss, 'targets', len(disc.targets))
run = 0
for it in range(10):
    bt = disc.train_on_batch(np.random.rand(4, 5), np.ones((4, 1)))
    run = .9 * run + .1 * float(bt)
print(run)
