# planted: TFR507 a Jacobian of the gradient, taken eagerly for each point of a search
# style: optimisation, functional
import numpy as np
import tensorflow as tf


def objective(p):
    x, y = tf.unstack(p)
    return (x**2 + y - 3.0) ** 2 + (x + y**2 - 2.0) ** 2


def gradient_and_hessian(f, p):
    with tf.GradientTape() as outer:
        outer.watch(p)
        with tf.GradientTape() as inner:
            inner.watch(p)
            value = f(p)
        gradient = inner.gradient(value, p)
    return value, gradient, outer.jacobian(gradient, p)


def newton(f, start, damping=1e-2, tolerance=1e-6, limit=20):
    p = tf.constant(start)
    for iteration in range(limit):
        value, gradient, hessian = gradient_and_hessian(f, p)
        if float(tf.norm(gradient)) < tolerance:
            break
        eigenvalues, vectors = tf.linalg.eigh(hessian)
        scaled = tf.linalg.matvec(vectors, gradient, transpose_a=True)
        direction = tf.linalg.matvec(vectors, scaled / (tf.abs(eigenvalues) + damping))
        p = p - direction
    return p, value, iteration


for start in ([1.0, 1.0], [2.0, -1.0], [-1.5, 2.0]):
    p, value, _ = newton(objective, start)
    print(start, "->", np.round(p.numpy(), 3), "value %.4f" % float(value))
