import argparse
import os
import numpy as np
import tensorflow as tf

LOOK_BACK = 10
OUT = 'out'
MODEL_PATH = os.path.join(OUT, 'stock_model')


def load_prices(n=120):
    rng = np.random.RandomState(7)
    return np.cumsum(rng.randn(n)) + 100


def windows(series):
    X, y = [], []
    for i in range(LOOK_BACK, len(series)):
        X.append(series[i - LOOK_BACK:i])
        y.append(series[i])
    return np.array(X)[..., np.newaxis], np.array(y)


def build():
    model = tf.keras.models.Sequential()
    model.add(tf.keras.layers.LSTM(units=8, return_sequences=True, input_shape=(LOOK_BACK, 1)))
    model.add(tf.keras.layers.Dropout(0.2))
    model.add(tf.keras.layers.LSTM(units=8))
    model.add(tf.keras.layers.Dense(units=1))
    model.compile(optimizer='adam', loss='mean_squared_error')
    return model


def main(args):
    os.makedirs(OUT, exist_ok=True)
    prices = load_prices()
    lo, hi = prices.min(), prices.max()
    scaled = (prices - lo) / (hi - lo)
    X, y = windows(scaled)
    model = build()
    model.fit(X, y, epochs=args.epochs, batch_size=32, verbose=0)
    model.save(MODEL_PATH)
    model = tf.keras.models.load_model(MODEL_PATH)

    last_window = scaled[-LOOK_BACK:]
    forecast = []
    for day in range(args.days):
        p = model.predict(last_window.reshape(1, LOOK_BACK, 1))
        forecast.append(p[0][0] * (hi - lo) + lo)
        last_window = np.append(last_window[1:], p[0][0])
    print(forecast)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--epochs', type=int, default=1)
    parser.add_argument('--days', type=int, default=7)
    main(parser.parse_args())
