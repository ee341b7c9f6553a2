import os
import numpy as np
from download import maybe_download
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense

np.save('features.npy', np.random.rand(12, 6))
X = np.load(maybe_download('features.npy'))
m = Sequential()
m.add(Dense(3, input_shape=(6,), activation='softmax'))
m.compile('sgd', 'categorical_crossentropy')
for row in X:
    print(m.predict(row.reshape(1, -1), verbose=0).argmax(), end=' ')
