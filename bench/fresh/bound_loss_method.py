# planted: TFR105 a bound method handed to a traced function at each step
# style: class-based trainer
import numpy as np
import tensorflow as tf


@tf.function
def value_and_gradient(fn, point):
    with tf.GradientTape() as tape:
        tape.watch(point)
        value = fn(point)
    return value, tape.gradient(value, point)


class Rosenbrock:
    def __init__(self, a=1.0, b=10.0):
        self.a = a
        self.b = b

    def evaluate(self, p):
        return (self.a - p[0]) ** 2 + self.b * (p[1] - p[0] ** 2) ** 2


class Minimizer:
    """Plain gradient descent with backtracking."""

    def __init__(self, problem, tolerance=1e-3):
        self.problem = problem
        self.tolerance = tolerance

    def minimize(self, start, max_iterations=30):
        point = tf.constant(start)
        for iteration in range(max_iterations):
            value, gradient = value_and_gradient(self.problem.evaluate, point)
            norm = float(tf.norm(gradient))
            if norm < self.tolerance:
                break
            point = point - min(0.02, 0.5 / norm) * gradient
        return point, float(value), iteration


if __name__ == "__main__":
    point, value, iterations = Minimizer(Rosenbrock()).minimize([-0.5, 0.8], 12)
    print(np.round(point.numpy(), 4), round(value, 4), iterations)
