# planted: TFR502 solve() decorates an iteration closed over its own matrix
# style: numerical linear algebra
import numpy as np
import tensorflow as tf


def random_spd(rng, n, condition):
    q, _ = np.linalg.qr(rng.normal(size=(n, n)))
    eigenvalues = np.linspace(1.0, condition, n)
    return tf.constant(q @ np.diag(eigenvalues) @ q.T)


def solve(matrix, rhs, tolerance=1e-8, max_iterations=60):
    @tf.function
    def iterate(x, residual, direction, rr):
        product = tf.linalg.matvec(matrix, direction)
        alpha = rr / tf.tensordot(direction, product, 1)
        x = x + alpha * direction
        residual = residual - alpha * product
        new_rr = tf.tensordot(residual, residual, 1)
        direction = residual + (new_rr / rr) * direction
        return x, residual, direction, new_rr

    x = tf.zeros_like(rhs)
    residual = direction = rhs
    rr = tf.tensordot(rhs, rhs, 1)
    iterations = 0
    while iterations < max_iterations and float(rr) > tolerance**2:
        x, residual, direction, rr = iterate(x, residual, direction, rr)
        iterations += 1
    return x, iterations


def main():
    rng = np.random.default_rng(21)
    for condition in (2.0, 5.0, 10.0, 50.0, 100.0):
        matrix = random_spd(rng, 24, condition)
        rhs = tf.constant(rng.normal(size=24))
        x, iterations = solve(matrix, rhs)
        error = tf.norm(tf.linalg.matvec(matrix, x) - rhs)
        print(f"condition {condition:5.0f}: {iterations} iterations, |x| {float(tf.norm(x)):.5f}")
        assert float(error) < 1e-6


if __name__ == "__main__":
    main()
