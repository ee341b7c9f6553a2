# cross_validated_mlp, cured.
import numpy as np
from tensorflow import keras

FOLDS = 4


def load_data(n=80):
    rng = np.random.RandomState(14)
    x = rng.uniform(-1, 1, size=(n, 5)).astype("float32")
    y = np.sin(2 * x[:, 0]) + x[:, 1] * x[:, 2] + 0.1 * rng.randn(n)
    return x, y.astype("float32")


def folds(n, k):
    indices = np.random.RandomState(0).permutation(n)
    for part in np.array_split(indices, k):
        yield np.setdiff1d(indices, part), part


def make_model():
    model = keras.Sequential(
        [
            keras.layers.Input((5,)),
            keras.layers.Dense(
                16, activation="relu", kernel_initializer=keras.initializers.GlorotUniform(1)
            ),
            keras.layers.Dense(1, kernel_initializer=keras.initializers.GlorotUniform(2)),
        ]
    )
    model.compile(optimizer=keras.optimizers.Adam(0.01), loss="mse")
    return model


def cross_validate(x, y):
    scores = []
    model = make_model()
    model.optimizer.build(model.trainable_variables)
    weights = model.get_weights()
    optimizer_state = [variable.numpy() for variable in model.optimizer.variables]
    for fold, (train, test) in enumerate(folds(len(x), FOLDS)):
        model.set_weights(weights)
        for variable, value in zip(model.optimizer.variables, optimizer_state):
            variable.assign(value)
        model.fit(x[train], y[train], epochs=4, batch_size=20, shuffle=False, verbose=0)
        mse = model.evaluate(x[test], y[test], verbose=0)
        print(f"fold {fold}: {mse:.4f}")
        scores.append(mse)
    return np.mean(scores), np.std(scores)


if __name__ == "__main__":
    x, y = load_data()
    mean, std = cross_validate(x, y)
    print(f"MSE {mean:.4f} +- {std:.4f}")
