# planted: TFR301 TFR101 the number of collisions is a Python int that the convergence loop raises, and the traced sum over it is unrolled
# style: nuclear engineering homework, functions with units in the names, while loop
"""Scalar flux in a slab by summing over collisions, until one more collision changes nothing."""
import numpy as np
import tensorflow as tf

CELLS = 40


def slab(width_cm, sigma_t, scattering_ratio):
    dx = width_cm / CELLS
    x = (np.arange(CELLS) + 0.5) * dx
    tau = sigma_t * np.abs(x[:, None] - x[None, :])
    kernel = 0.5 * sigma_t * dx * np.log1p(1.0 / (tau + 0.3 * sigma_t * dx)) * np.exp(-tau)
    loss = np.maximum(kernel.sum(axis=0), 1.0)
    kernel = kernel / loss
    return tf.constant(kernel * scattering_ratio), x


def uncollided(x, sigma_t, strength):
    return tf.constant(strength * np.exp(-sigma_t * x))


@tf.function
def flux_after(kernel, first, collisions):
    term = first
    total = first
    for _ in range(collisions):
        term = tf.linalg.matvec(kernel, term)
        total += term
    return total, tf.reduce_sum(term)


def converge(kernel, first, tolerance):
    collisions = 1
    total, tail = flux_after(kernel, first, collisions)
    while float(tail) > tolerance * float(tf.reduce_sum(total)):
        collisions += 2
        total, tail = flux_after(kernel, first, collisions)
    return total, collisions


def leakage(total):
    return float(total[-1] / total[0])


def main():
    sigma_t = 0.8
    rows = []
    for ratio in (0.3, 0.5, 0.7, 0.8):
        kernel, x = slab(6.0, sigma_t, ratio)
        total, collisions = converge(kernel, uncollided(x, sigma_t, 1.0), 1e-3)
        rows.append((ratio, collisions, float(tf.reduce_mean(total)), leakage(total)))
    for ratio, collisions, mean, leak in rows:
        print(f"c = {ratio}: {collisions} collisions, mean flux {mean:.2f}, far side {leak:.2f}")
    print("monotone", all(a[2] < b[2] for a, b in zip(rows, rows[1:])))


if __name__ == "__main__":
    main()
