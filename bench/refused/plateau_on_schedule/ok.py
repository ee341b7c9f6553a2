import numpy as np
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.keras.callbacks import ReduceLROnPlateau

def make_windows(series, w):
    X, y = [], []
    for i in range(len(series) - w):
        X.append(series[i:i + w])
        y.append(series[i + w])
    return np.array(X)[..., None], np.array(y)

series = np.sin(np.arange(120) * 0.2)
X, y = make_windows(series, 8)

lr = keras.optimizers.schedules.ExponentialDecay(1e-2, decay_steps=10, decay_rate=0.96)
model = keras.Sequential([layers.GRU(8, input_shape=(8, 1)), layers.Dense(1)])
model.compile(keras.optimizers.Adam(learning_rate=1e-2), 'mse')
rlr = ReduceLROnPlateau(monitor='loss', factor=0.5, patience=1, min_delta=10.0, min_lr=1e-6)
model.fit(X, y, epochs=4, verbose=0, callbacks=[rlr])

window = list(series[-8:])
forecast = []
for step in range(10):
    yhat = model.predict(np.array(window[-8:]).reshape(1, 8, 1), verbose=0)[0, 0]
    forecast.append(yhat)
    window.append(yhat)
print(forecast)
