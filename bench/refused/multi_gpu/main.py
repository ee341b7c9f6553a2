import random
import numpy as np
import keras
from keras.models import Model
from keras.layers import Input, Dense, Dropout
from keras.utils import multi_gpu_model

G = 1
BATCH = 8 * G


class Trainer(object):

    def __init__(self, vocab=30):
        self.vocab = vocab
        self.single = self.create()

    def create(self):
        a = Input((self.vocab,))
        h = Dense(16, activation='relu')(a)
        h = Dropout(.3)(h)
        return Model(a, Dense(4, activation='softmax')(h))

    def data(self):
        while 1:
            by = [random.randrange(4) for _ in range(BATCH)]
            yield np.random.rand(BATCH, self.vocab), np.eye(4)[by]

    def train(self, steps):
        parallel = multi_gpu_model(self.single, gpus=G) if G > 1 else self.single
        parallel.compile('adam', 'categorical_crossentropy')
        source = self.data()
        for s in range(steps):
            bx, by = next(source)
            loss = parallel.train_on_batch(bx, by)
            if s % 4 == 0:
                print('step %d loss %.4f' % (s, loss))


Trainer().train(12)
