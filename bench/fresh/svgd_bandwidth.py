# planted: TFR101 the bandwidth of a kernel, made a Python float by a helper that takes the median
# style: Bayesian inference, functions, notebook flattened to a script
import numpy as np
import tensorflow as tf

# %% data
rng = np.random.RandomState(4)
x_data = rng.normal(size=(30, 2)).astype(np.float32)
y_data = (x_data @ np.array([1.0, -0.5]) + 0.1 * rng.normal(size=30)).astype(np.float32)


# %% posterior and kernel
def log_posterior(theta):
    prediction = tf.matmul(theta, x_data, transpose_b=True)
    likelihood = -0.5 * tf.reduce_sum((prediction - y_data) ** 2, -1)
    return likelihood - 0.5 * tf.reduce_sum(theta**2, -1)


def median_bandwidth(theta):
    values = theta.numpy()
    distances = ((values[:, None] - values[None]) ** 2).sum(-1)
    return float(np.median(distances) / np.log(len(values) + 1))


@tf.function
def svgd_update(theta, bandwidth, step_size=0.01):
    with tf.GradientTape() as tape:
        tape.watch(theta)
        log_p = log_posterior(theta)
    score = tape.gradient(log_p, theta)
    differences = theta[:, None] - theta[None]
    kernel = tf.exp(-tf.reduce_sum(differences**2, -1) / bandwidth)
    repulsion = tf.reduce_sum(2 / bandwidth * differences * kernel[..., None], 1)
    direction = kernel @ score + repulsion
    return theta + step_size * direction / theta.shape[0]


# %% run
particles = tf.constant(rng.normal(size=(12, 2)).astype(np.float32))
for iteration in range(15):
    h = median_bandwidth(particles)
    particles = svgd_update(particles, h)
    if iteration % 5 == 4:
        mean = tf.reduce_mean(particles, 0).numpy()
        print(f"{iteration + 1:3d} h={h:.4f} mean=({mean[0]:.4f}, {mean[1]:.4f})")
