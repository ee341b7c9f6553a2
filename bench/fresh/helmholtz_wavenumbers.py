# planted: TFR502 the training step is decorated anew for each wavenumber
# style: physics PhD student, PINN script with one solve function
"""u'' + k^2 u = f on [0, 1] with a small network, for several wavenumbers k."""
import numpy as np
import tensorflow as tf

N_POINTS = 40
x = tf.constant(np.linspace(0.0, 1.0, N_POINTS)[:, None], tf.float32)


def init_weights(seed, sizes=(1, 16, 16, 1)):
    rng = np.random.default_rng(seed)
    weights = []
    for a, b in zip(sizes[:-1], sizes[1:]):
        weights.append(tf.Variable(rng.normal(0, np.sqrt(2.0 / (a + b)), (a, b)).astype(np.float32)))
        weights.append(tf.Variable(np.zeros(b, np.float32)))
    return weights


def net(weights, x):
    h = 2.0 * x - 1.0
    for w, b in zip(weights[:-2:2], weights[1:-2:2]):
        h = tf.tanh(h @ w + b)
    return x * (1.0 - x) * (h @ weights[-2] + weights[-1])


def residual(weights, x, k):
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            u = net(weights, x)
        du = inner.gradient(u, x)
    d2u = outer.gradient(du, x)
    source = (k**2 - np.pi**2) * tf.sin(np.pi * x)
    return d2u + k**2 * u - source


def solve(k, steps=60, rate=2e-3):
    weights = init_weights(0)
    momenta = [tf.Variable(tf.zeros_like(w)) for w in weights]

    @tf.function
    def train_step():
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(residual(weights, x, k) ** 2)
        for w, m, g in zip(weights, momenta, tape.gradient(loss, weights)):
            m.assign(0.9 * m + tf.clip_by_norm(g, 1.0))
            w.assign_sub(rate * m)
        return loss

    first = float(train_step())
    for _ in range(steps - 1):
        loss = train_step()
    error = tf.reduce_max(tf.abs(net(weights, x) - tf.sin(np.pi * x)))
    return first, float(loss), float(error)


print("   k   first loss   last loss   max error")
for k in (0.5, 1.0, 1.5, 2.0, 2.5):
    first, last, error = solve(k)
    print(f"{k:4.1f}   {first:10.3f}   {last:9.4f}   {error:.4f}")
