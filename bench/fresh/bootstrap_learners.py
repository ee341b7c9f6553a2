# planted: TFR506 every resample makes an instance whose compiled method is traced for it alone
# style: econometrics, class with fit and attributes with trailing underscore, bootstrap intervals
import numpy as np
import tensorflow as tf


class QuantileRegression:
    """Linear quantile regression by subgradient descent, in the manner of scikit-learn."""

    def __init__(self, q=0.5, steps=20, rate=0.3):
        self.q = q
        self.steps = steps
        self.rate = rate

    def fit(self, X, y):
        X = tf.convert_to_tensor(X, tf.float32)
        y = tf.convert_to_tensor(y, tf.float32)
        self.coef_ = self._descend(X, y)
        return self

    @tf.function
    def _descend(self, X, y):
        w = tf.zeros([tf.shape(X)[1]])
        n = tf.cast(tf.shape(X)[0], tf.float32)
        for i in tf.range(self.steps):
            residual = y - tf.linalg.matvec(X, w)
            slope = tf.where(residual > 0, self.q, self.q - 1.0)
            gradient = -tf.linalg.matvec(X, slope, transpose_a=True) / n
            w -= self.rate / tf.sqrt(1.0 + 0.1 * tf.cast(i, tf.float32)) * gradient
        return w

    def predict(self, X):
        return X @ self.coef_.numpy()


def wages(rng, n=150):
    school = rng.uniform(8, 18, n)
    tenure = rng.uniform(0, 30, n)
    log_wage = 0.5 + 0.08 * (school - 12) + 0.02 * tenure + 0.02 * school * rng.normal(0, 1, n)
    X = np.stack([np.ones(n), (school - 12) / 3, (tenure - 15) / 9], axis=1)
    return X, log_wage


def bootstrap(X, y, q, rng, repeats):
    coefs = []
    for _ in range(repeats):
        rows = rng.integers(0, len(y), len(y))
        model = QuantileRegression(q=q).fit(X[rows], y[rows])
        coefs.append(model.coef_.numpy())
    return np.array(coefs)


def main():
    rng = np.random.default_rng(1973)
    X, y = wages(rng)
    for q in (0.25, 0.5, 0.75):
        point = QuantileRegression(q=q).fit(X, y).coef_.numpy()
        coefs = bootstrap(X, y, q, rng, repeats=25)
        lo, hi = np.percentile(coefs, [5, 95], axis=0)
        print("q %.2f  schooling %.3f [%.3f, %.3f]  tenure %.3f" % (q, point[1], lo[1], hi[1], point[2]))


if __name__ == "__main__":
    main()
