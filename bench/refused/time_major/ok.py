import numpy as np
import tensorflow as tf


def make_dataset(n=50, w=6):
    t = np.arange(n + w)
    s = np.sin(t / 5) + .05 * np.random.randn(n + w)
    return np.array([s[i:i + w] for i in range(n)])[:, :, None], s[w:]


if __name__ == '__main__':
    X, y = make_dataset()
    model = tf.keras.Sequential()
    model.add(tf.keras.layers.LSTM(6, input_shape=(6, 1), return_sequences=False))
    model.add(tf.keras.layers.Dense(1))
    model.compile(loss='mse', optimizer='adam')
    model.fit(X[:40], y[:40], verbose=0)
    window = X[40:41].copy()
    fc = []
    for h in range(10):
        y_t = model.predict(window, verbose=0)
        fc.append(y_t[0, 0])
        window = np.concatenate([window[:, 1:], y_t[:, :, None]], axis=1)
    print('rmse', np.sqrt(np.mean((np.array(fc) - y[40:50]) ** 2)))
