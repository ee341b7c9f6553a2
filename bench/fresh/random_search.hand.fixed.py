# random_search, cured.
"""Random search over the learning rate and the weight decay of ridge regression."""
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(8)
X = tf.constant(rng.normal(size=(40, 6)), tf.float32)
Y = tf.linalg.matvec(X, tf.constant([1.0, 0.0, -1.0, 2.0, 0.5, 0.0])) + 0.1
W = tf.Variable(tf.zeros([6]))


@tf.function
def descend(params):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.linalg.matvec(X, W) - Y))
        loss += params["l2"] * tf.reduce_sum(W * W)
    W.assign_sub(params["lr"] * tape.gradient(loss, W))
    return loss


def draw():
    return {"lr": float(10 ** rng.uniform(-2, -1)), "l2": float(10 ** rng.uniform(-4, -2))}


best = None
for trial in range(5):
    W.assign(tf.zeros([6]))
    params = draw()
    for _ in range(4):
        loss = float(descend({name: tf.constant(value) for name, value in params.items()}))
    if best is None or loss < best[0]:
        best = (loss, params)
    print(trial, round(loss, 4))
print("best", round(best[0], 4), {k: round(v, 5) for k, v in best[1].items()})
