"""Powell's dogleg on a few classical test functions."""
import numpy as np
import tensorflow as tf


def rosenbrock(x):
    return tf.reduce_sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def beale(x):
    a, b = x[0], x[1]
    return (1.5 - a + a * b) ** 2 + (2.25 - a + a * b ** 2) ** 2 + (2.625 - a + a * b ** 3) ** 2


def wood(x):
    a, b, c, d = tf.unstack(x)
    return (100 * (a ** 2 - b) ** 2 + (a - 1) ** 2 + (c - 1) ** 2 + 90 * (c ** 2 - d) ** 2
            + 10.1 * ((b - 1) ** 2 + (d - 1) ** 2) + 19.8 * (b - 1) * (d - 1))


@tf.function
def dogleg(g, B, radius):
    """The step in the second order expansion; the Hessian is a damped BFGS estimate."""
    newton = -tf.linalg.solve(B, g[:, None])[:, 0]
    curvature = tf.tensordot(g, tf.linalg.matvec(B, g), 1)
    cauchy = -tf.tensordot(g, g, 1) / curvature * g
    n_newton, n_cauchy = tf.norm(newton), tf.norm(cauchy)
    d = newton - cauchy
    a = tf.tensordot(d, d, 1)
    b = 2.0 * tf.tensordot(cauchy, d, 1)
    c = n_cauchy ** 2 - radius ** 2
    tau = (-b + tf.sqrt(tf.maximum(b * b - 4.0 * a * c, 0.0))) / (2.0 * a)
    bent = tf.where(n_cauchy >= radius, cauchy * radius / n_cauchy, cauchy + tau * d)
    p = tf.where(n_newton <= radius, newton, bent)
    return p, -(tf.tensordot(g, p, 1) + 0.5 * tf.tensordot(p, tf.linalg.matvec(B, p), 1))


def value_and_grad(fn, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = fn(x)
    return y, tape.gradient(y, x)


def bfgs(B, s, y):
    sy = np.dot(s, y)
    if sy < 1e-10:
        return B
    Bs = B @ s
    return B - np.outer(Bs, Bs) / (s @ Bs) + np.outer(y, y) / sy


def minimise(fn, start, budget=15):
    x = tf.constant(start, tf.float64)
    B = np.eye(len(start))
    radius = tf.constant(1.0, tf.float64)
    f, g = value_and_grad(fn, x)
    for k in range(budget):
        p, predicted = dogleg(g, tf.constant(B), radius)
        f_new, g_new = value_and_grad(fn, x + p)
        ratio = float((f - f_new) / predicted)
        radius = radius * 0.3 if ratio < 0.1 else (radius * 2.0 if ratio > 0.75 else radius)
        B = bfgs(B, p.numpy(), (g_new - g).numpy())
        if ratio > 1e-4:
            x, f, g = x + p, f_new, g_new
        if float(tf.norm(g)) < 1e-6:
            break
    return float(f), k + 1


for name, fn, start in [("rosenbrock", rosenbrock, [-1.2, 1.0]), ("beale", beale, [1.0, 1.0]),
                        ("wood", wood, [-3.0, -1.0, -3.0, -1.0])]:
    f, iterations = minimise(fn, start)
    print(f"{name}: f = {f:.2f} after {iterations} iterations")
