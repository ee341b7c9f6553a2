# planted: TFR101 TFR105 interval ends are Python floats and the integrand is a lambda made per call
# style: numerics library in two classes with recursion
"""Adaptive Gauss-Legendre quadrature for Bessel functions and an electric potential."""
import math

import numpy as np
import tensorflow as tf

NODES, WEIGHTS = (tf.constant(a) for a in np.polynomial.legendre.leggauss(7))


@tf.function
def panel(integrand, args, left, right):
    half = 0.5 * (right - left)
    points = half * NODES + 0.5 * (right + left)
    return half * tf.reduce_sum(WEIGHTS * integrand(points, *args))


class Adaptive:
    def __init__(self, tolerance=1e-7, deepest=12):
        self.tolerance = tolerance
        self.deepest = deepest
        self.panels = 0

    def __call__(self, integrand, args, left, right):
        self.panels = 0
        args = [tf.constant(arg, tf.float64) for arg in args]
        return self._refine(integrand, args, left, right, self._panel(integrand, args, left, right), 0)

    def _panel(self, integrand, args, left, right):
        return float(panel(integrand, args, tf.constant(left, tf.float64), tf.constant(right, tf.float64)))

    def _refine(self, integrand, args, left, right, whole, depth):
        middle = 0.5 * (left + right)
        one = self._panel(integrand, args, left, middle)
        two = self._panel(integrand, args, middle, right)
        self.panels += 2
        if depth >= self.deepest or abs(one + two - whole) < self.tolerance:
            return one + two
        return self._refine(integrand, args, left, middle, one, depth + 1) + self._refine(
            integrand, args, middle, right, two, depth + 1
        )


def bessel_integrand(t, order, x):
    return tf.cos(order * t - x * tf.sin(t))


def rod_integrand(s, distance):
    return 1.0 / tf.sqrt(s**2 + distance**2)


class Special:
    def __init__(self, rule):
        self.rule = rule

    def bessel(self, order, x):
        area = self.rule(bessel_integrand, [order, x], 0.0, math.pi)
        return area / math.pi

    def rod_potential(self, distance, length=2.0):
        return self.rule(rod_integrand, [distance], -length / 2, length / 2)


def main():
    rule = Adaptive()
    special = Special(rule)
    for order in (0, 1, 3):
        for x in (1.0, 12.0):
            value = special.bessel(float(order), x)
            print(f"J{order}({x:4.1f}) = {value:.5f}  panels {rule.panels}")
    for distance in (0.05, 0.2, 1.0):
        value = special.rod_potential(distance)
        exact = 2 * math.asinh(1.0 / distance)
        print(f"rod at {distance:.2f}: {value:.5f} (exact {exact:.5f})  panels {rule.panels}")


if __name__ == "__main__":
    main()
