import numpy as np
import math
from tensorflow.keras.utils import Sequence
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Conv2D, Flatten, Dense


class DataGenerator(Sequence):
    'Generates data for Keras'

    def __init__(self, n, batch_size=8, dim=(12, 12), n_classes=4, shuffle=True):
        super().__init__()
        self.n, self.batch_size, self.dim, self.n_classes, self.shuffle = n, batch_size, dim, n_classes, shuffle
        self.on_epoch_end()

    def __len__(self):
        return math.floor(self.n / self.batch_size)

    def __getitem__(self, index):
        ids = self.indexes[index * self.batch_size:(index + 1) * self.batch_size]
        return np.random.rand(len(ids), *self.dim, 1), ids % self.n_classes

    def on_epoch_end(self):
        self.indexes = np.arange(self.n)
        if self.shuffle:
            np.random.shuffle(self.indexes)


cnn = Sequential([Conv2D(4, 3, activation='relu', input_shape=(12, 12, 1)), Flatten(), Dense(4, activation='softmax')])
cnn.compile('adam', loss='sparse_categorical_crossentropy')
cnn.fit(DataGenerator(32), validation_data=DataGenerator(16, shuffle=False), epochs=1, verbose=0,
        workers=4, use_multiprocessing=False, max_queue_size=10)

votes = np.zeros(4)
for i in range(8):
    img = np.random.rand(12, 12)
    p = cnn.predict(img.reshape(1, 12, 12, 1), verbose=0)
    votes += p[0]
print(votes / 8)
