# planted: TFR201 TFR301 each level of the multigrid has its own grid, spacing and number of sweeps
# style: numerics lecture notes turned into a module, recursive
"""Geometric multigrid for -laplace(u) = f on the unit square with zero boundary values."""
import numpy as np
import tensorflow as tf

PRE_SWEEPS = 2
WEIGHT = 0.8


def interior_sum(u):
    return u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]


@tf.function
def smooth(u, f, h, sweeps):
    """Weighted Jacobi."""
    for _ in range(sweeps):
        new = 0.25 * (interior_sum(u) + h * h * f[1:-1, 1:-1])
        u = u + WEIGHT * tf.pad(new - u[1:-1, 1:-1], [[1, 1], [1, 1]])
    return u


@tf.function
def residual(u, f, h):
    inside = f[1:-1, 1:-1] - (4.0 * u[1:-1, 1:-1] - interior_sum(u)) / (h * h)
    return tf.pad(inside, [[1, 1], [1, 1]])


def restrict(r):
    return r[::2, ::2]


def prolong(e):
    rows = tf.repeat(e, 2, axis=0)[:-1]
    fine = tf.repeat(rows, 2, axis=1)[:, :-1]
    left = tf.concat([fine[:, 1:], fine[:, -1:]], 1)
    down = tf.concat([fine[1:], fine[-1:]], 0)
    diagonal = tf.concat([left[1:], left[-1:]], 0)
    return 0.25 * (fine + left + down + diagonal)


def v_cycle(u, f, h, level=0):
    sweeps = PRE_SWEEPS + level
    if u.shape[0] <= 3:
        return smooth(u, f, h, 20)
    u = smooth(u, f, h, sweeps)
    coarse = restrict(residual(u, f, h))
    error = v_cycle(tf.zeros_like(coarse), coarse, 2 * h, level + 1)
    u = u + tf.pad(prolong(error)[1:-1, 1:-1], [[1, 1], [1, 1]])
    return smooth(u, f, h, sweeps)


def main():
    n = 65
    grid = np.linspace(0, 1, n)
    xs, ys = np.meshgrid(grid, grid, indexing="ij")
    exact = np.sin(np.pi * xs) * np.sin(2 * np.pi * ys)
    f = tf.constant(5 * np.pi**2 * exact, tf.float32)
    u = tf.zeros_like(f)
    h = 1.0 / (n - 1)
    for cycle in range(6):
        u = v_cycle(u, f, h)
        r = float(tf.norm(residual(u, f, h))) * h
        print(f"cycle {cycle + 1}: residual {r:.3f}, error {np.abs(u.numpy() - exact).max():.4f}")


if __name__ == "__main__":
    main()
