# churn_grid_search, cured.
import itertools

import numpy as np
from tensorflow import keras

GRID = {"learning_rate": [0.3, 0.1, 0.03], "batch_size": [16, 32]}


def load_customers(n=96):
    rng = np.random.default_rng(11)
    x = rng.normal(size=(n, 6)).astype("float32")
    score = x @ rng.normal(size=6) + 0.3 * rng.normal(size=n)
    return x, (score > 0).astype("float32")


def build_model():
    keras.utils.set_random_seed(0)
    model = keras.Sequential(
        [
            keras.layers.Input((6,)),
            keras.layers.Dense(8, activation="relu"),
            keras.layers.Dense(1, activation="sigmoid"),
        ]
    )
    model.compile(optimizer=keras.optimizers.SGD(), loss="binary_crossentropy")
    return model


def main():
    x, y = load_customers()
    x_train, y_train, x_val, y_val = x[:64], y[:64], x[64:], y[64:]
    model = build_model()
    initial = model.get_weights()
    results = []
    for values in itertools.product(*GRID.values()):
        params = dict(zip(GRID, values))
        model.set_weights(initial)
        model.optimizer.learning_rate = params["learning_rate"]
        model.fit(
            x_train, y_train, batch_size=params["batch_size"], epochs=3, shuffle=False, verbose=0
        )
        loss = model.evaluate(x_val, y_val, verbose=0)
        results.append((loss, params))
        print(params, f"{loss:.4f}")
    best_loss, best = min(results, key=lambda item: item[0])
    print("best", best, f"{best_loss:.4f}")


if __name__ == "__main__":
    main()
