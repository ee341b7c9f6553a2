# planted: TFR105 every check hands the compiled differentiator a lambda written on the spot
# style: numerical utility with a registry of test points, assertion-like report, lambdas everywhere
import numpy as np
import tensorflow as tf

tf.keras.backend.set_floatx("float64")


@tf.function
def value_and_grad(f, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return y, tape.gradient(y, x)


def softplus_energy(x, beta):
    return tf.reduce_sum(tf.math.softplus(beta * x)) / beta


def rosenbrock(x):
    return tf.reduce_sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def logdet(x):
    m = tf.linalg.diag(1.0 + x ** 2) + 0.1 * tf.ones([tf.shape(x)[0]] * 2, x.dtype)
    return tf.linalg.logdet(m)


def central_difference(f, x, i, h=1e-5):
    e = np.zeros(len(x))
    e[i] = h
    return (f(tf.constant(x + e)) - f(tf.constant(x - e))) / (2 * h)


def check(f, x):
    """largest absolute error of the gradient over all coordinates"""
    _, grad = value_and_grad(lambda v: f(v), tf.constant(x))
    numeric = [float(central_difference(f, x, i)) for i in range(len(x))]
    return float(np.max(np.abs(grad.numpy() - numeric)))


BETA = tf.constant(2.5, tf.float64)
FUNCTIONS = {
    "softplus": lambda v: softplus_energy(v, BETA),
    "rosenbrock": rosenbrock,
    "logdet": logdet,
}


def run(points=12, dim=4, seed=8):
    rng = np.random.default_rng(seed)
    worst = dict.fromkeys(FUNCTIONS, 0.0)
    norms = {}
    for _ in range(points):
        x = rng.uniform(-1.2, 1.2, dim)
        for name, f in FUNCTIONS.items():
            worst[name] = max(worst[name], check(f, x))
            norms[name] = float(tf.norm(value_and_grad(f, tf.constant(x))[1]))
    return worst, norms


if __name__ == "__main__":
    worst, norms = run()
    for name in FUNCTIONS:
        verdict = "ok" if worst[name] < 1e-4 else "WRONG"
        print(f"{name:12s} {verdict:6s} last gradient norm {norms[name]:.4f}")
