from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense


def mlp():
    m = Sequential()
    m.add(Dense(6, input_dim=4, activation='relu'))
    m.add(Dense(3, activation='softmax'))
    m.compile(loss='sparse_categorical_crossentropy', optimizer='adam', metrics=['accuracy'])
    return m
