# planted: TFR101 TFR201 the jitter of the Cholesky factor is escalated as a Python float, and the data set grows by one point
# style: Gaussian process by hand, typed modern Python, a retry loop around a numerical failure
from __future__ import annotations

import math

import numpy as np
import tensorflow as tf

Array = np.ndarray


def se_kernel(a: tf.Tensor, b: tf.Tensor, scale: float = 0.35) -> tf.Tensor:
    d2 = tf.square(a[:, None] - b[None, :])
    return tf.exp(-0.5 * d2 / scale**2)


@tf.function(
    input_signature=[
        tf.TensorSpec([None], tf.float64),
        tf.TensorSpec([None], tf.float64),
        tf.TensorSpec([None], tf.float64),
        tf.TensorSpec([], tf.float64),
    ]
)
def posterior(x: tf.Tensor, y: tf.Tensor, grid: tf.Tensor, jitter: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor, tf.Tensor]:
    k = se_kernel(x, x)
    k += jitter * tf.eye(tf.shape(x)[0], dtype=x.dtype)
    chol = tf.linalg.cholesky(k)
    cross = se_kernel(x, grid)
    alpha = tf.linalg.cholesky_solve(chol, y[:, None])
    v = tf.linalg.triangular_solve(chol, cross)
    mean = tf.linalg.matvec(cross, alpha[:, 0], transpose_a=True)
    var = 1.0 - tf.reduce_sum(v * v, axis=0)
    smallest = tf.reduce_min(tf.linalg.diag_part(chol))
    return mean, tf.maximum(var, 1e-10), smallest


class Surrogate:
    def __init__(self, grid: Array) -> None:
        self.grid = tf.constant(grid, tf.float64)
        self.x: list[float] = []
        self.y: list[float] = []
        self.retries = 0

    def observe(self, x: float, y: float) -> None:
        self.x.append(x)
        self.y.append(y)

    def predict(self, floor: float = 3e-3) -> tuple[Array, Array]:
        """Adds jitter until the factor is well away from singular."""
        x = tf.constant(self.x, tf.float64)
        y = tf.constant(self.y, tf.float64)
        jitter = 1e-6
        while True:
            mean, var, smallest = posterior(x, y, self.grid, jitter)
            if smallest > floor or jitter > 1e-1:
                return mean.numpy(), var.numpy()
            jitter *= 3.0
            self.retries += 1


def expected_improvement(mean: Array, var: Array, best: float) -> Array:
    sd = np.sqrt(var)
    z = (mean - best) / sd
    cdf = 0.5 * (1.0 + np.vectorize(math.erf)(z / math.sqrt(2.0)))
    pdf = np.exp(-0.5 * z * z) / math.sqrt(2.0 * math.pi)
    return (mean - best) * cdf + sd * pdf


def target(x: float) -> float:
    return math.sin(3.0 * x) * math.exp(-0.2 * x) + 0.3 * x


def main(budget: int = 22) -> None:
    grid = np.linspace(0.0, 4.0, 81)
    model = Surrogate(grid)
    for x in (0.4, 2.0, 3.5):
        model.observe(x, target(x))
    for _ in range(budget):
        mean, var = model.predict()
        score = np.round(expected_improvement(mean, var, max(model.y)), 9)
        x = float(grid[int(np.argmax(score))])
        model.observe(x, target(x))
    best = int(np.argmax(model.y))
    print(f"best x {model.x[best]:.3f} value {model.y[best]:.4f}")
    print(f"points {len(model.x)} retries {model.retries > 5}")


if __name__ == "__main__":
    main()
