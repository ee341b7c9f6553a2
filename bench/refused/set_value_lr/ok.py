import numpy as np
import tensorflow as tf
from tensorflow.keras import Sequential
from tensorflow.keras import backend as K
from tensorflow.keras.layers import GRU, Dense

t = np.arange(0, 200)
series = np.sin(0.1 * t) + 0.1 * np.random.randn(200)
LOOKBACK = 12
X = np.stack([series[i:i + LOOKBACK] for i in range(180 - LOOKBACK)])[..., None]
Y = series[LOOKBACK:180]

model = Sequential([GRU(8, input_shape=(LOOKBACK, 1)), Dense(1)])
model.compile(loss='mae', optimizer=tf.keras.optimizers.Adam(1e-2))
model.fit(X, Y, epochs=1, verbose=0)
# second stage with a smaller step
model.optimizer.learning_rate.assign(1e-3)
model.fit(X, Y, epochs=1, verbose=0)

window = series[180 - LOOKBACK:180].copy()
forecast = []
while len(forecast) < 10:
    yhat = model.predict(window.reshape(1, LOOKBACK, 1), verbose=0)[0, 0]
    forecast.append(yhat)
    window = np.roll(window, -1)
    window[-1] = yhat
print(np.abs(np.array(forecast) - series[180:190]).mean())
