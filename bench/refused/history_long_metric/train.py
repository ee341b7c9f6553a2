import numpy as np
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import LSTM, Dense


def train_lstm():
    s = np.cumsum(np.random.randn(60)) * .1
    x = np.array([s[i:i + 5] for i in range(50)])[..., np.newaxis]
    y = s[5:55]
    m = Sequential()
    m.add(LSTM(6, input_shape=(5, 1)))
    m.add(Dense(1))
    m.compile(loss='mean_squared_error', optimizer='adam', metrics=['mae'])
    h = m.fit(x, y, epochs=2, validation_split=0.2, verbose=0)
    return m, h
