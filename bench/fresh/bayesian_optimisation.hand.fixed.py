# bayesian_optimisation, cured.
import numpy as np
import tensorflow as tf


def objective(log_rate):
    """Validation loss of some long training."""
    return 0.3 * (log_rate + 2.5) ** 2 + 0.2 * np.sin(4 * log_rate)


class Surrogate:
    def __init__(self, length=0.7, noise=1e-3):
        self.length = length
        self.noise = noise

    def kernel(self, a, b):
        return tf.exp(-0.5 * tf.square((a[:, None] - b[None, :]) / self.length))

    @tf.function(
        input_signature=[
            tf.TensorSpec([None], tf.float64),
            tf.TensorSpec([None], tf.float64),
            tf.TensorSpec([None], tf.float64),
            tf.TensorSpec([], tf.float64),
        ]
    )
    def lower_bound(self, x, y, candidates, kappa):
        n = tf.shape(x)[0]
        gram = self.kernel(x, x) + self.noise * tf.eye(n, dtype=tf.float64)
        cross = self.kernel(candidates, x)
        solved = tf.linalg.solve(gram, tf.concat([y[:, None], tf.transpose(cross)], axis=1))
        mean = tf.linalg.matvec(cross, solved[:, 0])
        variance = 1.0 - tf.reduce_sum(tf.transpose(cross) * solved[:, 1:], axis=0)
        return mean - kappa * tf.sqrt(tf.maximum(variance, 1e-9))


def search(trials, kappa=2.0, decay=0.8):
    surrogate = Surrogate()
    candidates = np.linspace(-5, 0, 101)
    tried = [-4.5, -0.5]
    losses = [objective(point) for point in tried]
    for trial in range(trials):
        bound = surrogate.lower_bound(np.array(tried), np.array(losses), candidates, kappa)
        point = float(candidates[int(tf.argmin(bound))])
        tried.append(point)
        losses.append(objective(point))
        kappa *= decay
        print(f"trial {trial}: 10^{point:.2f} -> {losses[-1]:.4f}")
    best = int(np.argmin(losses))
    return tried[best], losses[best]


if __name__ == "__main__":
    point, loss = search(trials=8)
    print(f"best rate 10^{point:.2f}, loss {loss:.4f}")
