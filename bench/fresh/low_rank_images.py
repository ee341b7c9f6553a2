# planted: TFR101 the rank is a Python int that a search doubles and halves
# style: linear algebra, compression script with a bisection
import numpy as np
import tensorflow as tf


def make_image(name, size=48):
    y, x = np.mgrid[0:size, 0:size] / size
    if name == "stripes":
        image = np.sin(20 * x) + 0.3 * np.sin(31 * y)
    elif name == "rings":
        image = np.cos(25 * np.hypot(x - 0.5, y - 0.4))
    else:
        image = (
            np.random.default_rng(5).normal(size=(size, size)).cumsum(axis=0).cumsum(axis=1) / size
        )
    return tf.constant(image, tf.float32)


@tf.function
def truncation_error(image, rank):
    s, u, v = tf.linalg.svd(image)
    kept = tf.matmul(u[:, :rank] * s[:rank], v[:, :rank], transpose_b=True)
    return tf.norm(image - kept) / tf.norm(image)


def smallest_rank(image, tolerance):
    low, high = 1, min(image.shape)
    while low < high:
        middle = (low + high) // 2
        if float(truncation_error(image, middle)) <= tolerance:
            high = middle
        else:
            low = middle + 1
    return low


def main():
    for name in ("stripes", "rings", "terrain"):
        image = make_image(name)
        for tolerance in (0.2, 0.05, 0.01):
            rank = smallest_rank(image, tolerance)
            error = float(truncation_error(image, rank))
            stored = 2 * rank / image.shape[0]
            print(f"{name:8s} tolerance {tolerance}: rank {rank}, error {error:.4f}, {stored:.2f}")


main()
