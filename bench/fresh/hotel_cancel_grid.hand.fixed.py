# planted: TFR501 a tf.function of the fit is made in every cell of the grid search over folds
# style: script with nested loops, grid search with cross-validation, own logistic regression with feature crosses
import itertools

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(71)
COUNT = 360
lead = rng.exponential(1.0, COUNT)
nights = rng.poisson(2, COUNT) + 1
agent = rng.integers(0, 2, COUNT)
deposit = rng.integers(0, 2, COUNT)
past = rng.poisson(0.5, COUNT)
raw = np.column_stack([lead, nights / 3, agent, deposit, past]).astype("float32")
signal = 1.2 * lead * (1 - deposit) + 0.5 * agent - 0.8 * past - 0.6
cancelled = (signal + rng.logistic(size=COUNT) * 0.5 > 0).astype("float32")

crosses = np.column_stack([raw[:, i] * raw[:, j] for i, j in itertools.combinations(range(5), 2)])
design = np.column_stack([np.ones(COUNT), raw, crosses]).astype("float32")
design[:, 1:] = (design[:, 1:] - design[:, 1:].mean(0)) / design[:, 1:].std(0)

folds = np.array_split(rng.permutation(COUNT), 4)
ridges = [0.0, 0.003, 0.03, 0.3]
positives = [1.0, 2.0]


def objective(weights, x, y, ridge, positive):
    logits = tf.linalg.matvec(x, weights)
    cost = tf.nn.weighted_cross_entropy_with_logits(labels=y, logits=logits, pos_weight=positive)
    return tf.reduce_mean(cost) + ridge * tf.reduce_sum(weights[1:] ** 2)


def fit_weights(x, y, ridge, positive):
    weights = tf.zeros([design.shape[1]])
    average = tf.zeros_like(weights)
    for _ in tf.range(12):
        with tf.GradientTape() as tape:
            tape.watch(weights)
            value = objective(weights, x, y, ridge, positive)
        average = 0.6 * average + tape.gradient(value, weights)
        weights = weights - 0.8 * average
    return weights


def balanced_accuracy(weights, x, y):
    guess = x @ weights > 0
    return 0.5 * (guess[y > 0.5].mean() + (~guess[y < 0.5]).mean())


table = {}
fit = tf.function(fit_weights)
for ridge, positive in itertools.product(ridges, positives):
    scores = []
    for held in folds:
        rest = np.setdiff1d(np.arange(COUNT), held)
        weights = fit(tf.constant(design[rest]), tf.constant(cancelled[rest]),
                      tf.constant(ridge), tf.constant(positive)).numpy()
        scores.append(balanced_accuracy(weights, design[held], cancelled[held]))
    table[ridge, positive] = np.mean(scores)

print("cancelled %.3f" % cancelled.mean())
for ridge in ridges:
    print("ridge %.3f" % ridge, " ".join("weight %.0f: %.3f" % (p, table[ridge, p]) for p in positives))
best = max(table, key=table.get)
print("best ridge %.3f weight %.0f" % best)
