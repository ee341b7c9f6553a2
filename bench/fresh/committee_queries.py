# planted: TFR201 the pool of unlabelled points, and with it the votes, shrinks at every query
# style: active-learning script, committee of bootstrapped linear classifiers, vote entropy
import numpy as np
import tensorflow as tf

MEMBERS = 5
QUERIES = 8
PER_QUERY = 3

rng = np.random.default_rng(31)
pool_x = rng.normal(size=(60, 3)).astype("float32")
pool_y = (pool_x[:, 0] + 0.7 * pool_x[:, 1] ** 2 > 0.6).astype("float32")
test_x = rng.normal(size=(100, 3)).astype("float32")
test_y = (test_x[:, 0] + 0.7 * test_x[:, 1] ** 2 > 0.6).astype("float32")


def expand(x):
    return np.concatenate([x, x ** 2, np.ones((len(x), 1), "float32")], axis=1)


class Committee:
    def __init__(self, width):
        self.weights = tf.Variable(tf.zeros([MEMBERS, width]))

    @tf.function
    def fit(self, x, y, resampled, rate=0.4, steps=30):
        for _ in tf.range(steps):
            p = tf.sigmoid(tf.einsum("md,nd->mn", self.weights, x))
            error = resampled * (p - y)
            gradient = tf.einsum("mn,nd->md", error, x) / tf.reduce_sum(resampled, 1, keepdims=True)
            self.weights.assign_sub(rate * gradient)

    @tf.function
    def disagreement(self, x):
        p = tf.sigmoid(tf.einsum("md,nd->mn", self.weights, x))
        mean = tf.clip_by_value(tf.reduce_mean(p, axis=0), 1e-5, 1.0 - 1e-5)
        p = tf.clip_by_value(p, 1e-5, 1.0 - 1e-5)
        own = -tf.reduce_mean(p * tf.math.log(p) + (1 - p) * tf.math.log(1 - p), axis=0)
        return -(mean * tf.math.log(mean) + (1 - mean) * tf.math.log(1 - mean)) - own

    def accuracy(self, x, y):
        logits = tf.einsum("md,nd->n", self.weights, x).numpy()
        return float(np.mean((logits > 0) == (y > 0.5)))


known = list(range(10))
unknown = list(range(10, len(pool_x)))
committee = Committee(7)
for query in range(QUERIES):
    drawn = rng.multinomial(len(known), np.full(len(known), 1 / len(known)), MEMBERS)
    committee.fit(expand(pool_x[known]), pool_y[known], drawn.astype("float32"))
    doubt = committee.disagreement(expand(pool_x[unknown])).numpy()
    order = np.argsort(-doubt, kind="stable")[:PER_QUERY]
    asked = [unknown[i] for i in order]
    known += asked
    unknown = [i for i in unknown if i not in asked]
    print(f"query {query}: doubt {doubt.max():.4f}, labelled {len(known)}, "
          f"accuracy {committee.accuracy(expand(test_x), test_y):.3f}")
print("left", len(unknown))
