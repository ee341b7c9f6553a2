# planted: TFR101 TFR103 rho and the list of multipliers are Python numbers that change each outer round
# style: operations research, class with a minimise method
"""Augmented Lagrangian for a small blending problem with four constraints."""
import numpy as np
import tensorflow as tf

COST = tf.constant([4.0, 2.5, 3.2, 1.8, 2.9])
PROTEIN = tf.constant([0.30, 0.12, 0.22, 0.06, 0.18])
FAT = tf.constant([0.05, 0.09, 0.15, 0.03, 0.11])


def constraints(x):
    """All should be zero or below."""
    return [
        0.18 - tf.reduce_sum(PROTEIN * x),
        tf.reduce_sum(FAT * x) - 0.08,
        tf.reduce_sum(x) - 1.0,
        1.0 - tf.reduce_sum(x),
    ]


class AugmentedLagrangian:
    def __init__(self, size, rho=1.0, growth=1.5, inner=150, rate=0.01):
        self.x = tf.Variable(tf.fill([size], 1.0 / size))
        self.rho = rho
        self.growth = growth
        self.inner = inner
        self.rate = rate
        self.multipliers = [0.0, 0.0, 0.0, 0.0]

    @tf.function
    def inner_loop(self, multipliers, rho):
        value = tf.constant(0.0)
        for _ in tf.range(self.inner):
            with tf.GradientTape() as tape:
                value = tf.reduce_sum(COST * self.x) + 0.5 * tf.reduce_sum(self.x**2)
                for multiplier, g in zip(multipliers, constraints(self.x)):
                    value += (tf.maximum(multiplier + rho * g, 0.0) ** 2 - multiplier**2) / (2.0 * rho)
            gradient = tape.gradient(value, self.x)
            moved = self.x - self.rate / (1.0 + 0.05 * rho) * gradient
            self.x.assign(tf.maximum(moved, 0.0))
        return value

    def minimise(self, rounds):
        for k in range(rounds):
            value = self.inner_loop([tf.constant(m) for m in self.multipliers], tf.constant(self.rho))
            gaps = [float(g) for g in constraints(self.x)]
            self.multipliers = [max(0.0, m + self.rho * g) for m, g in zip(self.multipliers, gaps)]
            self.rho *= self.growth
            if k % 3 == 2:
                print(f"round {k + 1}: value {float(value):.4f}  worst gap {max(gaps):.4f}")
        return self.x.numpy()


if __name__ == "__main__":
    solver = AugmentedLagrangian(5)
    mix = solver.minimise(12)
    print("mix", [round(float(m), 3) for m in mix], "cost", round(float(tf.reduce_sum(COST * mix)), 4))
    print("multipliers", [round(m, 3) for m in solver.multipliers])
