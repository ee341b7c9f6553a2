import numpy as np
from keras.models import Sequential
from keras.layers import LSTM, Dense, Input

X = np.sin(np.arange(40) / 3).reshape(-1, 1, 1)
model = Sequential([Input(batch_shape=(1, 1, 1)), LSTM(4, stateful=True), Dense(1)])
model.compile(loss='mean_squared_error', optimizer='adam')
for i in range(1):
    model.fit(X[:-1], X[1:, 0], epochs=1, batch_size=1, verbose=0, shuffle=False)
    model.reset_states()
x = X[-1:]
for i in range(8):
    y = model.predict(x, batch_size=1, verbose=0)
    x = y.reshape(1, 1, 1)
    print('Month=%d, Predicted=%f' % (i + 1, y[0, 0]))
