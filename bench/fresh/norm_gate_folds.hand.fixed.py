"""Five-fold validation of a regressor whose hidden activations are rescaled when too large."""
import numpy as np
import tensorflow as tf
from tensorflow import keras


class NormGate(keras.layers.Layer):
    """Scales the batch down when its mean norm passes a limit."""

    def __init__(self, limit=1.5, **kwargs):
        super().__init__(**kwargs)
        self.limit = limit

    def call(self, x):
        norm = tf.reduce_mean(tf.norm(x, axis=-1))
        return tf.cond(norm > self.limit, lambda: x * (self.limit / norm), lambda: x)


class Regressor(keras.Model):
    def __init__(self, width=16):
        super().__init__()
        self.hidden = keras.layers.Dense(width, activation="relu")
        self.gate = NormGate()
        self.out = keras.layers.Dense(1)

    def call(self, x):
        return self.out(self.gate(self.hidden(x)))


def fit_model(model, x, y, epochs=5, **options):
    settings = dict(epochs=epochs, batch_size=16, shuffle=False, verbose=0, **options)
    model.compile(keras.optimizers.SGD(0.05), "mse")
    return model.fit(x, y, **settings)


def folds(n, k, seed):
    order = np.random.default_rng(seed).permutation(n)
    parts = np.array_split(order, k)
    for i in range(k):
        yield np.concatenate(parts[:i] + parts[i + 1:]), parts[i]


def dataset(n=160, seed=5):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, 4)).astype("float32")
    y = x[:, 0] * 0.8 - np.maximum(x[:, 1], 0) + 0.1 * rng.normal(size=n)
    return x, y.astype("float32")


def main():
    x, y = dataset()
    scores = []
    for number, (train, test) in enumerate(folds(len(x), 5, seed=1)):
        keras.utils.set_random_seed(100 + number)
        model = Regressor()
        model(x[:1])
        history = fit_model(model, x[train], y[train])
        error = np.mean((model(x[test]).numpy()[:, 0] - y[test]) ** 2)
        scores.append(error)
        print(f"fold {number}: train {history.history['loss'][-1]:.3f} test {error:.3f}")
    print(f"mean test mse {np.mean(scores):.3f}")


if __name__ == "__main__":
    main()
