# planted: TFR105 a partial with a new penalty is passed to the step for each point of the path
# style: regularisation path, functools.partial
from functools import partial

import numpy as np
import tensorflow as tf


def make_problem(n=60, p=12):
    rng = np.random.RandomState(17)
    x = rng.randn(n, p).astype(np.float32)
    truth = np.zeros(p, np.float32)
    truth[:3] = [2.0, -1.5, 1.0]
    y = x @ truth + 0.1 * rng.randn(n).astype(np.float32)
    return tf.constant(x), tf.constant(y)


def soft_threshold(w, penalty, step):
    return tf.sign(w) * tf.nn.relu(tf.abs(w) - step * penalty)


@tf.function
def proximal_step(w, x, y, prox, step):
    residual = tf.linalg.matvec(x, w) - y
    gradient = tf.linalg.matvec(x, residual, transpose_a=True) / tf.cast(tf.size(y), tf.float32)
    return prox(w - step * gradient, step=step)


def fit_path(x, y, penalties, step=0.3, iterations=30):
    w = tf.zeros([x.shape[1]])
    path = []
    for penalty in penalties:
        prox = partial(soft_threshold, penalty=penalty)
        for _ in range(iterations):
            w = proximal_step(w, x, y, prox, step)
        path.append(w.numpy())
    return np.stack(path)


def main():
    x, y = make_problem()
    penalties = [1.0, 0.5, 0.2, 0.1, 0.05, 0.01]
    for penalty, w in zip(penalties, fit_path(x, y, penalties)):
        active = int((np.abs(w) > 1e-4).sum())
        print(f"penalty {penalty:.2f}: {active} active, first {w[:3].round(3)}")


if __name__ == "__main__":
    main()
