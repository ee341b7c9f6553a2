# planted: TFR101 the annealed exaggeration and the momentum of the iteration are Python floats
# style: algorithm from scratch, functions with numpy-like names, keyword arguments in the call
import numpy as np
import tensorflow as tf


def load_blobs(per_class=20, seed=3):
    rng = np.random.default_rng(seed)
    centres = rng.normal(0, 4, (3, 10))
    x = np.concatenate([c + rng.normal(0, 1, (per_class, 10)) for c in centres])
    return x.astype("float32"), np.repeat(np.arange(3), per_class)


def pairwise_sq(x):
    s = tf.reduce_sum(x * x, axis=1)
    return s[:, None] - 2.0 * tf.matmul(x, x, transpose_b=True) + s[None, :]


def affinities(x, perplexity=12.0, iters=30):
    """binary search of the bandwidths, row by row but vectorised"""
    d = pairwise_sq(tf.constant(x))
    n = x.shape[0]
    lo, hi = tf.zeros(n), tf.ones(n) * 10.0
    target = np.log(perplexity)
    for _ in range(iters):
        beta = 0.5 * (lo + hi)
        p = tf.linalg.set_diag(tf.exp(-beta[:, None] * d), tf.zeros(n))
        p = p / tf.reduce_sum(p, axis=1, keepdims=True)
        h = -tf.reduce_sum(p * tf.math.log(p + 1e-12), axis=1)
        lo = tf.where(h > target, beta, lo)
        hi = tf.where(h > target, hi, beta)
    p = (p + tf.transpose(p)) / (2.0 * n)
    return tf.maximum(p, 1e-12)


@tf.function
def tsne_step(y, velocity, p, exaggeration, momentum, eta):
    q_num = tf.linalg.set_diag(1.0 / (1.0 + pairwise_sq(y)), tf.zeros(tf.shape(y)[0]))
    q = tf.maximum(q_num / tf.reduce_sum(q_num), 1e-12)
    w = (exaggeration * p - q) * q_num
    grad = 4.0 * (tf.reduce_sum(w, axis=1, keepdims=True) * y - tf.matmul(w, y))
    velocity = momentum * velocity - eta * grad
    y = y + velocity
    kl = tf.reduce_sum(p * tf.math.log(p / q))
    return y - tf.reduce_mean(y, axis=0), velocity, kl


def exaggeration_at(it, start=4.0, end_iter=40):
    return max(1.0, start - (start - 1.0) * it / end_iter)


def embed(x, iterations=60, eta=5.0):
    p = affinities(x)
    y = tf.constant(np.random.default_rng(0).normal(0, 1e-2, (x.shape[0], 2)), tf.float32)
    velocity = tf.zeros_like(y)
    history = []
    for it in range(iterations):
        y, velocity, kl = tsne_step(
            y, velocity, p,
            exaggeration=exaggeration_at(it),
            momentum=0.5 + 0.3 * min(1.0, it / 50),
            eta=eta,
        )
        history.append(float(kl))
    return y.numpy(), history


x, label = load_blobs()
y, history = embed(x)
centres = np.stack([y[label == k].mean(0) for k in range(3)])
nearest = np.argmin(((y[:, None] - centres[None]) ** 2).sum(-1), axis=1)
print("kl at 20 / 40 / 60: %.2f %.2f %.2f" % (history[19], history[39], history[59]))
print("points nearest to their own centre: %.2f" % np.mean(nearest == label))
