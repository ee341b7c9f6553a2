import numpy as np
import pandas_free as pf
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import LSTM, Dense

frame = pf.Frame(150)
x, y = frame.windows(10)
model = Sequential()
model.add(LSTM(6, input_shape=(10, 1)))
model.add(Dense(1))
model.compile(loss='log_cosh', optimizer='nadam')
model.fit(x, y, batch_size=16, epochs=1, verbose=0)

today = x[-1]
walk = []
for day in range(7):
    next_close = float(model.predict(today[None], verbose=0).squeeze())
    walk.append(next_close)
    today = np.vstack([today[1:], [[next_close]]])
print(['%.2f' % w for w in walk])
