from tensorflow.keras import Sequential
from tensorflow.keras.layers import Dense


def wide_net(n):
    m = Sequential([Dense(8, activation='relu', input_dim=n), Dense(1, activation='sigmoid')])
    m.compile('adam', 'binary_crossentropy', metrics=['accuracy'])
    return m
