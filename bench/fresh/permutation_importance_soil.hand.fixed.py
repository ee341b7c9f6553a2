"""Which laboratory measurements carry a prediction of soil carbon: permutation importance."""
import numpy as np
import tensorflow as tf
from tensorflow import keras

COLUMNS = ["clay", "sand", "ph", "cec", "bulk", "wetness"]


def make_samples(n, seed):
    rng = np.random.default_rng(seed)
    clay = rng.uniform(0.05, 0.6, n)
    sand = np.clip(0.9 - clay + rng.normal(0, 0.08, n), 0, 1)
    ph = rng.normal(6.2, 0.7, n)
    wetness = rng.gamma(2.0, 1.0, n)
    cec = 30 * clay + rng.normal(0, 1.5, n)
    bulk = rng.normal(1.35, 0.1, n)
    carbon = 3.0 * clay + 0.9 * wetness - 0.4 * np.abs(ph - 6.0) - 1.5 * (bulk - 1.35) + rng.normal(0, 0.1, n)
    table = np.stack([clay, sand, ph, cec, bulk, wetness], axis=1)
    table = (table - table.mean(axis=0)) / table.std(axis=0)
    return table.astype("float32"), carbon.astype("float32")


def build():
    model = keras.Sequential([
        keras.layers.Input((len(COLUMNS),)),
        keras.layers.Dense(16, activation="tanh"),
        keras.layers.Dense(1),
    ])
    model.compile(keras.optimizers.Adam(0.02), loss="mse")
    return model


def r2(model, x, y):
    guess = model(x, training=False).numpy()[:, 0]
    return 1.0 - float(np.mean((y - guess) ** 2) / np.var(y))


def importance(model, x, y, repeats, rng):
    base = r2(model, x, y)
    drops = {}
    for j, name in enumerate(COLUMNS):
        losses = []
        for _ in range(repeats):
            shuffled = x.copy()
            shuffled[:, j] = rng.permutation(shuffled[:, j])
            losses.append(base - r2(model, shuffled, y))
        drops[name] = (float(np.mean(losses)), float(np.std(losses)))
    return base, drops


def main():
    keras.utils.set_random_seed(4)
    x, y = make_samples(420, seed=4)
    model = build()
    model.fit(x[:300], y[:300], epochs=20, batch_size=50, shuffle=False, verbose=0)
    base, drops = importance(model, x[300:], y[300:], repeats=3, rng=np.random.default_rng(9))
    ranking = sorted(drops, key=lambda name: -drops[name][0])
    print("held-out R2", round(base, 2))
    print("ranking", *ranking[:3])
    for name in ranking[:3]:
        mean, spread = drops[name]
        print(f"{name:8s} {mean:.2f} +- {spread:.2f}")


if __name__ == "__main__":
    main()
