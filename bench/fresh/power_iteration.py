# planted: TFR301 the number of iterations, a Python int of a list
# style: functional, docstrings
import numpy as np
import tensorflow as tf


@tf.function
def dominant_eigenvalue(matrix, vector, iterations):
    """Rayleigh quotient after a number of power iterations."""
    for _ in range(iterations):
        vector = tf.linalg.matvec(matrix, vector)
        vector = vector / tf.norm(vector)
    return tf.tensordot(vector, tf.linalg.matvec(matrix, vector), 1)


def main():
    rng = np.random.default_rng(6)
    a = rng.normal(size=(5, 5)).astype(np.float32)
    matrix = tf.constant(a @ a.T)
    start = tf.ones([5])
    for iterations in [1, 2, 4, 8, 16, 32]:
        print(iterations, f"{float(dominant_eigenvalue(matrix, start, iterations)):.4f}")


if __name__ == "__main__":
    main()
