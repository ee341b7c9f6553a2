# planted: TFR404 TFR101 collocation points come from np.random inside the traced step, which only stay fresh because the boundary weight retraces it
# style: PINN, custom training loop, tf.Variable weights without Keras
"""Physics-informed net for the temperature in a kiln wall with a moving burner load."""
import numpy as np
import tensorflow as tf

np.random.seed(13)
rng = np.random.default_rng(13)


def dense(n, m):
    return [tf.Variable(rng.normal(0, (1.0 / n) ** 0.5, (n, m)), dtype=tf.float32), tf.Variable(tf.zeros([m]))]


layers = [dense(2, 20), dense(20, 20), dense(20, 1)]
params = [v for layer in layers for v in layer]
moments = [tf.Variable(tf.zeros_like(v)) for v in params]


def net(x, t):
    h = tf.concat([x, t], 1)
    for w, b in layers[:-1]:
        h = tf.tanh(h @ w + b)
    w, b = layers[-1]
    return h @ w + b


def residual(x, t):
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape(persistent=True) as inner:
            inner.watch([x, t])
            u = net(x, t)
        ux, ut = inner.gradient(u, [x, t])
    uxx = outer.gradient(ux, x)
    return ut - 0.15 * uxx


@tf.function
def train_step(points, hot_face, boundary_weight):
    x, t = points[:, :1], points[:, 1:]
    with tf.GradientTape() as tape:
        physics = tf.reduce_mean(residual(x, t) ** 2)
        inner_face = tf.reduce_mean((net(tf.zeros_like(t), t) - hot_face * t) ** 2)
        outer_face = tf.reduce_mean(net(tf.ones_like(t), t) ** 2)
        start = tf.reduce_mean(net(x, tf.zeros_like(x)) ** 2)
        loss = physics + boundary_weight * (inner_face + outer_face + start)
    for v, m, g in zip(params, moments, tape.gradient(loss, params)):
        m.assign(0.9 * m + g)
        v.assign_sub(0.01 * m)
    return physics, loss


hot_face = tf.constant(1.0)
weight = 1.0
for step in range(18):
    points = tf.constant(np.random.uniform(size=(64, 2)), tf.float32)
    physics, loss = train_step(points, hot_face, tf.constant(weight))
    weight = min(8.0, weight * 1.08)
    if step % 6 == 5:
        print(f"step {step + 1}: physics {float(physics):.3f} loss {float(loss):.3f}")

depth = tf.constant([[0.1], [0.4], [0.7]])
print("profile", [round(float(v), 2) for v in net(depth, tf.ones_like(depth))[:, 0]])
