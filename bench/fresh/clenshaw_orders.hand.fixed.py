# planted: TFR201 TFR301 TFR101 order by order the coefficients grow and the recurrence runs over range(order)
# style: numerical analysis exercise
"""How fast do Chebyshev series of a few functions converge?"""
import numpy as np
import tensorflow as tf

FUNCTIONS = {
    "exp": np.exp,
    "runge": lambda x: 1.0 / (1.0 + 25.0 * x**2),
    "abs": np.abs,
}


@tf.function(input_signature=[tf.TensorSpec([None], tf.float64), tf.TensorSpec([None], tf.float64)])
def clenshaw(x, coefficients):
    b1 = tf.zeros_like(x)
    b2 = tf.zeros_like(x)
    for k in tf.range(tf.shape(coefficients)[0] - 1, 0, -1):
        b1, b2 = 2.0 * x * b1 - b2 + coefficients[k], b1
    return x * b1 - b2 + coefficients[0]


def coefficients(function, order):
    nodes = np.cos(np.pi * (np.arange(order + 1) + 0.5) / (order + 1))
    values = function(nodes)
    k = np.arange(order + 1)[:, None]
    basis = np.cos(k * np.arccos(nodes)[None, :])
    result = 2.0 / (order + 1) * basis @ values
    result[0] /= 2.0
    return result


def max_error(function, order, grid):
    approximate = clenshaw(grid, tf.constant(coefficients(function, order)))
    return float(tf.reduce_max(tf.abs(approximate - function(grid.numpy()))))


def main():
    grid = tf.constant(np.linspace(-1, 1, 201))
    print("order   " + "   ".join(f"{name:>9s}" for name in FUNCTIONS))
    for order in range(2, 23, 4):
        errors = [max_error(function, order, grid) for function in FUNCTIONS.values()]
        print(f"{order:5d}   " + "   ".join(f"{error:9.5f}" for error in errors))
    last = coefficients(np.exp, 8)
    print("coefficients of exp:", np.round(last[:5], 5).tolist())


if __name__ == "__main__":
    main()
