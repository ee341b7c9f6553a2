import numpy as np
from keras.models import Sequential
from keras.layers import *

model = Sequential()
model.add(Input((10, 1)))
model.add(Conv1D(4, 3, activation='relu'))
model.add(BatchNormalization())
model.add(Flatten())
model.add(Dense(3, activation='softmax'))
model.compile('adam', 'categorical_crossentropy')

trainable_count = int(np.sum([np.prod(p.shape) for p in set(model.trainable_weights)]))
print('Trainable params: {:,}'.format(trainable_count))

n = 0
while n < 10:
    xs = np.random.rand(6, 10, 1)
    ys = np.eye(3)[np.random.randint(0, 3, 6)]
    lg = model.train_on_batch(xs, ys)
    n += 1
print('last loss', lg)
