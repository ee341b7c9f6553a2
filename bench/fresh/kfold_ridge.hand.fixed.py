# kfold_ridge, cured.
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(3)
X = rng.normal(size=(40, 5)).astype("float32")
true_w = np.array([[1.0], [-2.0], [0.5], [0.0], [3.0]], dtype="float32")
y = X @ true_w + 0.1 * rng.normal(size=(40, 1)).astype("float32")

K = 4
ALPHA = 0.01
folds = np.array_split(np.arange(len(X)), K)
scores = []


@tf.function
def fit_step(w, b, features, targets):
    with tf.GradientTape() as tape:
        residual = features @ w + b - targets
        loss = tf.reduce_mean(residual**2) + ALPHA * tf.reduce_sum(w**2)
    grad_w, grad_b = tape.gradient(loss, [w, b])
    w.assign_sub(0.1 * grad_w)
    b.assign_sub(0.1 * grad_b)
    return loss


for k in range(K):
    test_idx = folds[k]
    train_idx = np.concatenate([folds[j] for j in range(K) if j != k])
    x_train, y_train = tf.constant(X[train_idx]), tf.constant(y[train_idx])
    x_test, y_test = tf.constant(X[test_idx]), tf.constant(y[test_idx])
    w = tf.Variable(tf.zeros([5, 1]))
    b = tf.Variable(0.0)

    for _ in range(30):
        train_loss = fit_step(w, b, x_train, y_train)
    mse = tf.reduce_mean((x_test @ w + b - y_test) ** 2)
    scores.append(float(mse))
    print(f"fold {k}: train {float(train_loss):.4f} test {scores[-1]:.4f}")

print("mean score", round(float(np.mean(scores)), 4))
