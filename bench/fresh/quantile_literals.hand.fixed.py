# quantile_literals, cured.
import numpy as np
import tensorflow as tf


@tf.function
def kernel_density(data, points, bandwidth):
    z = (points[:, None] - data[None, :]) / bandwidth
    density = tf.exp(-0.5 * z**2) / (bandwidth * np.sqrt(2 * np.pi))
    return tf.reduce_mean(density, axis=1)


@tf.function
def smooth_quantile(data, q):
    """The expectile-like minimiser of the smoothed pinball loss."""
    estimate = tf.reduce_mean(data)
    for _ in tf.range(200):
        slope = tf.reduce_mean(tf.sigmoid((estimate - data) / 0.05)) - q
        estimate -= 0.2 * slope
    return estimate


def bump_count(density):
    density = density.numpy()
    inner = density[1:-1]
    return int(np.sum((inner > density[:-2]) & (inner > density[2:])))


rng = np.random.default_rng(41)
sample = tf.constant(
    np.concatenate([rng.normal(-1, 0.4, 60), rng.normal(1.5, 0.3, 40)]), dtype=tf.float32
)
grid = tf.linspace(-3.0, 3.0, 61)

rough = kernel_density(sample, grid, bandwidth=tf.constant(0.05))
medium = kernel_density(sample, grid, bandwidth=tf.constant(0.25))
smooth = kernel_density(sample, grid, bandwidth=tf.constant(1.0))
for name, density in {"rough": rough, "medium": medium, "smooth": smooth}.items():
    print(name, "bumps", bump_count(density), "peak %.4f" % float(tf.reduce_max(density)))

low = smooth_quantile(sample, q=tf.constant(0.25))
middle = smooth_quantile(sample, q=tf.constant(0.5))
high = smooth_quantile(sample, q=tf.constant(0.75))
print("quartiles %.3f %.3f %.3f" % (float(low), float(middle), float(high)))
