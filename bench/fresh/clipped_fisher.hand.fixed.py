# planted: TFR507 tf.vectorized_map is called eagerly for the per-example gradients of each private step
# style: privacy researcher, plain functions, short names from the paper, a table at the end
import numpy as np
import tensorflow as tf

N, D, B = 200, 6, 20
C = 0.8       # clipping norm
SIGMA = 0.6   # noise multiplier
ETA = 0.3

rng = np.random.default_rng(99)
w_star = rng.normal(size=D)
X = rng.normal(size=(N, D)).astype(np.float32)
Y = (X @ w_star + 0.3 * rng.normal(size=N) > 0).astype(np.float32)


def grad_one(w, x, y):
    """gradient of the logistic loss of one example, in closed form is too easy: let TF do it"""
    with tf.GradientTape() as tape:
        tape.watch(w)
        z = tf.reduce_sum(w * x)
        loss = tf.nn.softplus(z) - y * z
    return tape.gradient(loss, w)


def clip(g):
    norm = tf.norm(g)
    return g * tf.minimum(1.0, C / (norm + 1e-12)), norm


@tf.function
def per_example(w, xb, yb):
    return tf.vectorized_map(lambda t: clip(grad_one(w, t[0], t[1])), (xb, yb))


def dp_sgd(epochs, seed):
    w = tf.zeros([D])
    clipped = []
    k = 0
    for e in range(epochs):
        order = np.random.default_rng([seed, e]).permutation(N)
        for i in range(0, N, B):
            j = order[i:i + B]
            g, norms = per_example(w, tf.constant(X[j]), tf.constant(Y[j]))
            xi = tf.random.stateless_normal([D], seed=[seed, k]) * (SIGMA * C / B)
            w = w - ETA * (tf.reduce_mean(g, axis=0) + xi)
            clipped.append(float(tf.reduce_mean(tf.cast(norms > C, tf.float32))))
            k += 1
    return w, np.mean(clipped)


def accuracy(w):
    return float(np.mean((X @ w.numpy() > 0) == (Y > 0.5)))


print("seed  acc    clipped")
for seed in (1, 2, 3):
    w, frac = dp_sgd(epochs=2, seed=seed)
    print("%4d  %.3f  %.3f" % (seed, accuracy(w), frac))
