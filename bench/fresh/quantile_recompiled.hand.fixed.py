# quantile_recompiled, cured.
import numpy as np
from tensorflow import keras
from tensorflow.keras import ops

WINDOW = 8
QUANTILES = (0.1, 0.5, 0.9)


def make_windows(n=120):
    rng = np.random.default_rng(23)
    t = np.arange(n)
    demand = 2 + np.sin(2 * np.pi * t / 12) + rng.gamma(2.0, 0.2, size=n)
    x = np.stack([demand[i : i + WINDOW] for i in range(n - WINDOW)])
    return x.astype("float32"), demand[WINDOW:, None].astype("float32")


def pinball(quantile):
    def loss(y_true, y_pred):
        error = y_true - y_pred
        return ops.mean(ops.maximum(quantile * error, (quantile - 1) * error), axis=-1)

    return loss


def build():
    keras.utils.set_random_seed(8)
    inputs = keras.Input((WINDOW,))
    hidden = keras.layers.Dense(12, activation="relu")(inputs)
    return keras.Model(inputs, keras.layers.Dense(1)(hidden))


def fit_quantile(model, x, y):
    history = model.fit(x, y, epochs=6, batch_size=28, shuffle=False, verbose=0)
    return history.history["loss"][-1]


def main():
    x, y = make_windows()
    train, test = slice(0, 84), slice(84, None)
    bands = {}
    model = build()
    initial = model.get_weights()
    level = keras.Variable(QUANTILES[0], trainable=False)
    model.compile(optimizer=keras.optimizers.SGD(0.05), loss=pinball(level))
    for quantile in QUANTILES:
        model.set_weights(initial)
        level.assign(quantile)
        loss = fit_quantile(model, x[train], y[train])
        bands[quantile] = model.predict(x[test], verbose=0)
        below = float((y[test] <= bands[quantile]).mean())
        print(f"q{quantile}: loss {loss:.4f}, covered {below:.3f}")
    width = float((bands[0.9] - bands[0.1]).mean())
    print(f"mean width {width:.3f}")


if __name__ == "__main__":
    main()
