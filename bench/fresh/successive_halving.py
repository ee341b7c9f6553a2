# planted: TFR201 the candidates of a search, of which each rung keeps the better half
# style: hyper-parameter search over weights in one tensor, class
import numpy as np
import tensorflow as tf


class SuccessiveHalving:
    """Trains many ridge models at once; each rung drops the worse half."""

    def __init__(self, x, y, penalties):
        self.x, self.y = tf.constant(x), tf.constant(y)
        self.penalties = np.asarray(penalties, np.float32)
        self.weights = np.zeros((len(penalties), x.shape[1]), np.float32)

    @tf.function
    def _advance(self, weights, penalties):
        error = tf.matmul(weights, self.x, transpose_b=True) - self.y
        grads = tf.matmul(error, self.x) / tf.cast(tf.shape(self.x)[0], tf.float32)
        return weights - 0.1 * (grads + penalties[:, None] * weights)

    def score(self, x, y):
        return np.mean((self.weights @ x.T - y) ** 2, axis=1)

    def run(self, x_val, y_val, budget=8):
        rung = 0
        while len(self.penalties) > 1:
            for _ in range(budget):
                self.weights = self._advance(self.weights, self.penalties).numpy()
            scores = self.score(x_val, y_val)
            keep = np.argsort(scores)[: len(scores) // 2]
            print(f"rung {rung}: {len(scores)} left, best {scores[keep[0]]:.4f}")
            self.weights, self.penalties = self.weights[keep], self.penalties[keep]
            rung, budget = rung + 1, budget * 2
        return float(self.penalties[0])


def main():
    rng = np.random.RandomState(8)
    x = rng.normal(size=(60, 5)).astype(np.float32)
    y = (x @ rng.normal(size=5) + 0.3 * rng.normal(size=60)).astype(np.float32)
    search = SuccessiveHalving(x[:40], y[:40], np.logspace(-4, 1, 32))
    best = search.run(x[40:], y[40:])
    print(f"penalty {best:.4f}")


main()
