import numpy as np
from keras.models import Sequential
from keras.layers import Conv1D, GlobalAveragePooling1D, Dense


def load():
    y = np.repeat(np.arange(1, 5), 6)
    return np.random.rand(24, 10, 3) + y[:, None, None], y


def build(shape, n):
    m = Sequential([Conv1D(4, 3, activation='relu', input_shape=shape), GlobalAveragePooling1D(),
                    Dense(n, activation='softmax')])
    m.compile('adam', 'categorical_crossentropy')
    return m
