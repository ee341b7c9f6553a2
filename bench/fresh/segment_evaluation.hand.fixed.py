# segment_evaluation, cured.
import numpy as np
from tensorflow import keras

SEGMENTS = {"north": 0.1, "south": 0.25, "east": 0.15, "west": 0.3, "online": 0.2}


def load(n=150):
    rng = np.random.default_rng(77)
    region = rng.choice(list(SEGMENTS), size=n, p=list(SEGMENTS.values()))
    x = rng.normal(size=(n, 4)).astype("float32")
    y = (x @ np.array([1.0, 0.5, -1.0, 0.2]) + 0.2 * rng.normal(size=n)).astype("float32")
    return region, x, y


def train(x, y):
    keras.utils.set_random_seed(3)
    model = keras.Sequential(
        [keras.layers.Input((4,)), keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)]
    )
    model.compile(optimizer=keras.optimizers.RMSprop(0.02), loss="mse", metrics=["mae"])
    model.fit(x, y, epochs=5, batch_size=32, shuffle=False, verbose=0)
    return model


def evaluate_segments(model, region, x, y):
    table = {}
    errors = model.predict(x, verbose=0)[:, 0] - y
    for name in SEGMENTS:
        rows = region == name
        mse = float((errors[rows] ** 2).mean())
        mae = float(abs(errors[rows]).mean())
        table[name] = {"rows": int(rows.sum()), "mse": mse, "mae": mae}
    return table


def main():
    region, x, y = load()
    model = train(x[:75], y[:75])
    table = evaluate_segments(model, region[75:], x[75:], y[75:])
    for name, row in table.items():
        print(f"{name:7s} n={row['rows']:3d} mse {row['mse']:.4f} mae {row['mae']:.4f}")


if __name__ == "__main__":
    main()
