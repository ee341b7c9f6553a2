# planted: TFR602 the forecaster is compiled anew for each weekday although only the targets differ
# style: business forecasting, dict of results, small Keras model with weights reset between days
import numpy as np
import tensorflow as tf
from tensorflow import keras

WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat"]
LAGS = 4


def sales(weeks=70):
    rng = np.random.default_rng(50)
    level = {"mon": 80, "tue": 85, "wed": 90, "thu": 95, "fri": 130, "sat": 180}
    t = np.arange(weeks)
    table = {}
    for i, d in enumerate(WEEKDAYS):
        season = 1 + 0.2 * np.sin(2 * np.pi * (t + 3 * i) / 26)
        table[d] = level[d] * season + rng.normal(0, 4, weeks)
    return table


def windows(series):
    s = (series - series.mean()) / series.std()
    x = np.stack([s[i:i + LAGS] for i in range(len(s) - LAGS)])
    return x.astype("float32"), s[LAGS:, None].astype("float32")


def build():
    return keras.Sequential([
        keras.Input((LAGS,)),
        keras.layers.Dense(8, activation="tanh"),
        keras.layers.Dense(1),
    ])


def mape(model, x, y, series):
    pred = model(x, training=False).numpy() * series.std() + series.mean()
    true = y * series.std() + series.mean()
    return float(np.mean(np.abs(pred - true) / true)) * 100


def main():
    keras.utils.set_random_seed(6)
    table = sales()
    model = build()
    start = model.get_weights()
    model.compile(optimizer=keras.optimizers.SGD(0.1), loss="mse")
    scores = {}
    for day in WEEKDAYS:
        x, y = windows(table[day])
        model.set_weights(start)
        history = model.fit(x, y, epochs=8, batch_size=11, shuffle=False, verbose=0)
        scores[day] = (history.history["loss"][-1], mape(model, x, y, table[day]))
    print("day   loss   mape %")
    for day, (loss, err) in scores.items():
        print(f"{day}  {loss:.4f}  {err:5.2f}")
    hardest = max(scores, key=lambda d: scores[d][1])
    print("hardest to predict:", hardest)


if __name__ == "__main__":
    main()
