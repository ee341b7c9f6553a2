from keras.models import Sequential
from keras.layers import Conv2D, Flatten, Dense


def small_cnn(shape):
    m = Sequential([Conv2D(4, 3, activation='relu', input_shape=shape), Flatten(), Dense(1, activation='sigmoid')])
    m.compile(loss='binary_crossentropy', optimizer='sgd', metrics=['accuracy'])
    return m
