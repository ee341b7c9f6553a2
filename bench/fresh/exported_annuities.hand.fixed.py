# planted: TFR208 a concrete function is made for each length of annuity that is priced
# style: actuarial library with a registry of compiled kernels and type hints
"""Present values of life annuities from a mortality table, kernels by term."""
from __future__ import annotations

import numpy as np
import tensorflow as tf


@tf.function
def present_values(survival: tf.Tensor, interest: tf.Tensor) -> tf.Tensor:
    years = tf.cast(tf.range(tf.shape(survival)[1]), tf.float64)
    discount = tf.pow(1.0 + interest, -years)
    return tf.reduce_sum(survival * discount, axis=1)


class MortalityTable:
    """Gompertz-Makeham hazard on integer ages."""

    def __init__(self, a: float = 5e-4, b: float = 3e-5, c: float = 1.1) -> None:
        self.a, self.b, self.c = a, b, c

    def survival(self, ages: np.ndarray, term: int) -> np.ndarray:
        t = np.arange(term)
        powers = self.c ** ages[:, None] * (self.c ** t[None, :] - 1.0) / np.log(self.c)
        return np.exp(-self.a * t[None, :] - self.b * powers)


class AnnuityPricer:
    def __init__(self, table: MortalityTable) -> None:
        self.table = table
        self.kernel = present_values.get_concrete_function(
            tf.TensorSpec([None, None], tf.float64), tf.TensorSpec([], tf.float64)
        )

    def price(self, ages: np.ndarray, term: int, interest: float) -> np.ndarray:
        survival = tf.constant(self.table.survival(ages, term))
        return self.kernel(survival, tf.constant(interest, tf.float64)).numpy()


def main() -> None:
    pricer = AnnuityPricer(MortalityTable())
    cohorts = {"young": np.arange(25, 40), "middle": np.arange(40, 60), "old": np.arange(60, 90, 2)}
    for term in (5, 10, 15, 20, 25, 30):
        for name, ages in cohorts.items():
            values = [pricer.price(ages, term, i).mean() for i in (0.01, 0.03)]
            print(f"{term:2d} years  {name:6s}  at 1% {values[0]:.4f}  at 3% {values[1]:.4f}")


if __name__ == "__main__":
    main()
