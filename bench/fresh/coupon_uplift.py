# planted: TFR405 TFR101 the ridge weight is a module global that is raised; the round number happens to force a new trace
# style: marketing analytics, hurried script with globals, logistic regression by gradient descent
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(60)
N, D = 400, 12

segment = rng.normal(size=(N, D)).astype("float32")
coupon = rng.integers(0, 2, N).astype("float32")
true_w = np.zeros(D)
true_w[:3] = [0.8, -0.6, 0.5]
true_lift = np.zeros(D)
true_lift[2:5] = [0.9, -0.7, 0.4]
logit = segment @ true_w + coupon * (0.3 + segment @ true_lift)
bought = (rng.random(N) < 1 / (1 + np.exp(-logit))).astype("float32")

features = tf.constant(np.concatenate([segment, coupon[:, None], coupon[:, None] * segment], axis=1))
target = tf.constant(bought)
half = N // 2

weights = tf.Variable(tf.zeros(2 * D + 1))
RIDGE = 0.0


@tf.function
def fit_round(n_round, x, y):
    rate = 0.8 / (1.0 + 0.1 * n_round)
    for _ in tf.range(40):
        with tf.GradientTape() as tape:
            p = tf.nn.sigmoid_cross_entropy_with_logits(y, tf.linalg.matvec(x, weights))
            loss = tf.reduce_mean(p) + RIDGE * tf.reduce_sum(weights ** 2)
        weights.assign_sub(rate * tape.gradient(loss, weights))


def holdout():
    p = tf.nn.sigmoid_cross_entropy_with_logits(target[half:], tf.linalg.matvec(features[half:], weights))
    return float(tf.reduce_mean(p))


def uplift(x):
    """difference of purchase probability with and without a coupon"""
    w = weights.numpy()
    base = x @ w[:D]
    lift = w[D] + x @ w[D + 1:]
    return 1 / (1 + np.exp(-base - lift)) - 1 / (1 + np.exp(-base))


path = []
for n_round in range(10):
    fit_round(n_round, features[:half], target[:half])
    path.append((RIDGE, holdout(), float(tf.norm(weights))))
    RIDGE = 0.002 if RIDGE == 0.0 else RIDGE * 1.8

for ridge, loss, norm in path[::3]:
    print(f"ridge {ridge:.4f}  holdout {loss:.4f}  norm {norm:.3f}")
best = min(path, key=lambda row: row[1])
print(f"best ridge {best[0]:.4f}")
gain = uplift(segment[half:])
print(f"send the coupon to {np.mean(gain > 0.05):.2f} of the customers, mean uplift {gain.mean():.3f}")
