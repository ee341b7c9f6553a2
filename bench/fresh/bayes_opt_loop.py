# planted: TFR502 an acquisition function compiled in each round, over data that have grown by one point
# style: Bayesian optimisation, class of a Gaussian process and functions
import numpy as np
import tensorflow as tf


class GaussianProcess:
    def __init__(self, x, y, length=0.3, noise=1e-3):
        self.x, self.length = x, length
        gram = self.kernel(x, x) + noise * tf.eye(len(x))
        self.chol = tf.linalg.cholesky(gram)
        self.alpha = tf.linalg.cholesky_solve(self.chol, y[:, None])

    def kernel(self, a, b):
        return tf.exp(-0.5 * (a[:, None] - b[None]) ** 2 / self.length**2)

    def posterior(self, x):
        cross = self.kernel(x, self.x)
        mean = tf.squeeze(cross @ self.alpha, -1)
        v = tf.linalg.cholesky_solve(self.chol, tf.transpose(cross))
        variance = 1.0 - tf.reduce_sum(tf.transpose(cross) * v, 0)
        return mean, tf.sqrt(tf.maximum(variance, 1e-6))


def maximise_acquisition(gp, starts, steps=15, lr=0.02):
    @tf.function
    def ascend(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            mean, std = gp.posterior(x)
            value = mean + 2.0 * std
        x = x + lr * tape.gradient(value, x)
        return tf.clip_by_value(x, 0.0, 1.0), value

    x = starts
    for _ in range(steps):
        x, value = ascend(x)
    return x[int(tf.argmax(value))]


def objective(x):
    return np.sin(6 * x) * x


def main():
    x = np.array([0.1, 0.9], np.float32)
    starts = tf.linspace(0.0, 1.0, 9)
    for round_ in range(6):
        gp = GaussianProcess(tf.constant(x), tf.constant(objective(x)))
        chosen = float(maximise_acquisition(gp, starts))
        x = np.append(x, np.float32(chosen))
        print(f"round {round_}: x={chosen:.3f} f={objective(chosen):.3f}")
    print(f"best {objective(x).max():.3f}")


main()
