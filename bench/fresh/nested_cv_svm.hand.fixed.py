# planted: TFR502 fit defines and calls a decorated inner function, and cross-validation calls fit for every fold and penalty
# style: scikit-learn user, estimator class with fit and score, nested cross-validation
import numpy as np
import tensorflow as tf


@tf.function(reduce_retracing=True)
def descend(x, y, w, b, penalty, rate):
    with tf.GradientTape() as tape:
        margin = y * (tf.linalg.matvec(x, w) + b)
        loss = tf.reduce_mean(tf.nn.relu(1.0 - margin) ** 2)
        loss += penalty * tf.reduce_sum(w ** 2)
    dw, db = tape.gradient(loss, [w, b])
    w.assign_sub(rate * dw)
    b.assign_sub(rate * db)
    return loss


class LinearSVM:
    """A linear support vector machine with squared hinge loss."""

    def __init__(self, penalty=0.1, rate=0.2, iterations=25):
        self.penalty = penalty
        self.rate = rate
        self.iterations = iterations

    def get_params(self):
        return {"penalty": self.penalty, "rate": self.rate, "iterations": self.iterations}

    def fit(self, x, y):
        x = tf.constant(x, tf.float32)
        y = tf.constant(y, tf.float32)
        w = tf.Variable(tf.zeros([x.shape[1]]))
        b = tf.Variable(0.0)

        penalty = tf.constant(self.penalty, tf.float32)
        rate = tf.constant(self.rate, tf.float32)
        for _ in range(self.iterations):
            loss = descend(x, y, w, b, penalty, rate)
        self.coef_, self.intercept_, self.loss_ = w.numpy(), float(b), float(loss)
        return self

    def score(self, x, y):
        return float(np.mean(np.sign(x @ self.coef_ + self.intercept_) == y))


def folds(n, parts, seed):
    order = np.random.default_rng(seed).permutation(n)
    for part in range(parts):
        held_out = order[part::parts]
        yield np.setdiff1d(order, held_out), held_out


def choose(x, y, penalties):
    means = []
    for penalty in penalties:
        scores = [LinearSVM(penalty).fit(x[a], y[a]).score(x[b], y[b]) for a, b in folds(len(x), 3, 1)]
        means.append(np.mean(scores))
    return penalties[int(np.argmax(means))], max(means)


def main():
    rng = np.random.default_rng(12)
    x = rng.normal(size=(72, 6)).astype("float32")
    y = np.sign(x @ np.array([1, -1, 0.5, 0, 0, 0]) + 0.8 * rng.normal(size=72))
    outer = []
    for train, test in folds(len(x), 4, 0):
        penalty, inner = choose(x[train], y[train], [0.01, 0.1, 1.0])
        machine = LinearSVM(penalty).fit(x[train], y[train])
        outer.append(machine.score(x[test], y[test]))
        print(f"penalty {penalty}, inner {inner:.4f}, outer {outer[-1]:.4f}, loss {machine.loss_:.4f}")
    print(f"mean {np.mean(outer):.4f}")


if __name__ == "__main__":
    main()
