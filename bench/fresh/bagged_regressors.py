# planted: TFR603 TFR602 each bag builds and compiles a network of its own, then fits and predicts
# style: a data scientist in insurance, sklearn habits with Keras inside
"""Bagging of small networks for the cost of claims."""

import numpy as np
import tensorflow as tf


class BaggedNetworks:
    """An ensemble with the interface of a scikit-learn regressor."""

    def __init__(self, bags=5, hidden=10, epochs=5, rate=0.05, seed=0):
        self.bags = bags
        self.hidden = hidden
        self.epochs = epochs
        self.rate = rate
        self.seed = seed
        self.members = []

    def _build(self, columns):
        tf.keras.utils.set_random_seed(self.seed)
        network = tf.keras.Sequential(
            [
                tf.keras.layers.Input((columns,)),
                tf.keras.layers.Dense(self.hidden, activation="tanh"),
                tf.keras.layers.Dense(1),
            ]
        )
        network.compile(optimizer=tf.keras.optimizers.SGD(self.rate), loss="mse")
        return network

    def fit(self, x, y):
        rng = np.random.default_rng(self.seed)
        self.members = []
        self.losses = []
        for _ in range(self.bags):
            rows = rng.integers(len(x), size=len(x))
            network = self._build(x.shape[1])
            history = network.fit(
                x[rows], y[rows], epochs=self.epochs, batch_size=40, shuffle=False, verbose=0
            )
            self.losses.append(history.history["loss"][-1])
            self.members.append(network.get_weights())
        return self

    def _forward(self, weights, x):
        hidden, hidden_bias, out, out_bias = weights
        return (np.tanh(x @ hidden + hidden_bias) @ out + out_bias)[:, 0]

    def predict(self, x):
        return np.mean([self._forward(weights, x) for weights in self.members], axis=0)

    def spread(self, x):
        return np.std([self._forward(weights, x) for weights in self.members], axis=0)


def claims(count, rng):
    age, power, city = rng.uniform(size=(3, count))
    cost = 1.5 - 2.0 * age + 1.2 * power**2 + 0.7 * (city > 0.6) + 0.2 * rng.normal(size=count)
    x = np.stack([age, power, city], axis=1) * 2 - 1
    return x.astype(np.float32), cost.astype(np.float32)


def main():
    rng = np.random.default_rng(500)
    x, y = claims(160, rng)
    test_x, test_y = claims(80, rng)
    ensemble = BaggedNetworks(bags=5, seed=500).fit(x, y)
    print("losses", [round(loss, 4) for loss in ensemble.losses])
    guess = ensemble.predict(test_x)
    print("error", round(float(np.sqrt(np.mean((guess - test_y) ** 2))), 4))
    print("spread", round(float(ensemble.spread(test_x).mean()), 5))


if __name__ == "__main__":
    main()
