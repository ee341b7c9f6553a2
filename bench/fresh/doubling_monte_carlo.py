# planted: TFR101 the number of samples doubles until the error is small, and goes as a Python int, like the seed
# style: quantitative analyst's utility, functions in a dictionary, type hints
from collections.abc import Callable

import tensorflow as tf

Integrand = Callable[[tf.Tensor], tf.Tensor]


def gaussian_bump(x: tf.Tensor) -> tf.Tensor:
    return tf.exp(-4.0 * tf.reduce_sum((x - 0.5) ** 2, -1))


def oscillating(x: tf.Tensor) -> tf.Tensor:
    return tf.cos(2.0 + tf.reduce_sum(x, -1))


def corner(x: tf.Tensor) -> tf.Tensor:
    return 1.0 / (1.0 + tf.reduce_sum(x, -1)) ** 5


INTEGRANDS: dict[str, tuple[Integrand, int]] = {
    "bump": (gaussian_bump, 3),
    "oscillating": (oscillating, 5),
    "corner": (corner, 4),
}


@tf.function
def estimate(integrand, dim, samples, seed):
    """Mean and standard error of a plain Monte Carlo estimate on the unit cube."""
    points = tf.random.stateless_uniform([samples, dim], seed=[seed, 17])
    values = integrand(points)
    mean = tf.reduce_mean(values)
    spread = tf.math.reduce_std(values)
    return mean, spread / tf.sqrt(tf.cast(samples, tf.float32))


def integrate(integrand: Integrand, dim: int, tolerance: float, start: int = 64) -> tuple[float, float, int]:
    samples, seed = start, 1
    total_weight, total = 0.0, 0.0
    while True:
        mean, error = estimate(integrand, dim, samples, seed)
        weight = 1.0 / max(float(error), 1e-9) ** 2
        total += weight * float(mean)
        total_weight += weight
        combined = total_weight**-0.5
        if combined < tolerance or samples > 200_000:
            return total / total_weight, combined, samples
        samples *= 2
        seed += 1


def main() -> None:
    for name, (integrand, dim) in INTEGRANDS.items():
        for tolerance in (0.01, 0.002, 0.001):
            value, error, samples = integrate(integrand, dim, tolerance)
            print(f"{name:12s} tol={tolerance:.3f} value={value:.4f} +- {error:.5f} last={samples}")


if __name__ == "__main__":
    main()
