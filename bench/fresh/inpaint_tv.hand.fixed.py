# planted: TFR501 the descent step is wrapped in tf.function inside the loop over the smoothing weights
# style: image restoration experiment, list of lambdas to try, numpy picture, print as markdown table
import numpy as np
import tensorflow as tf


def picture(size=28):
    y, x = np.mgrid[0:size, 0:size]
    img = 0.2 + 0.6 * ((x - 9) ** 2 + (y - 10) ** 2 < 36)
    img[18:24, 12:25] = 0.9
    img += 0.1 * (x > 20)
    return img


def scratch(img, seed=2):
    rng = np.random.default_rng(seed)
    mask = rng.random(img.shape) > 0.35
    for _ in range(3):
        mask[:, rng.integers(0, img.shape[1])] = False
    noisy = img + rng.normal(0, 0.05, img.shape)
    return np.where(mask, noisy, 0.5), mask


def tv(u, eps=1e-3):
    dx = u[:-1, 1:] - u[:-1, :-1]
    dy = u[1:, :-1] - u[:-1, :-1]
    return tf.reduce_sum(tf.sqrt(dx ** 2 + dy ** 2 + eps))


def objective(u, data, mask, lam):
    fidelity = 0.5 * tf.reduce_sum(mask * (u - data) ** 2)
    return fidelity + lam * tv(u)


def step(u, momentum, data, mask, lam):
    with tf.GradientTape() as tape:
        tape.watch(u)
        value = objective(u, data, mask, lam)
    momentum = 0.9 * momentum - 0.03 * tape.gradient(value, u)
    return u + momentum, momentum, value


def psnr(a, b):
    return 10 * np.log10(1.0 / np.mean((a - b) ** 2))


truth = picture()
damaged, mask = scratch(truth)
data = tf.constant(damaged, tf.float32)
known = tf.constant(mask, tf.float32)

results = []
compiled = tf.function(step)
for lam in [0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.12, 0.2]:
    weight = tf.constant(lam)
    u, momentum = data, tf.zeros_like(data)
    values = []
    for _ in range(80):
        u, momentum, value = compiled(u, momentum, data, known, weight)
        values.append(float(value))
    results.append((lam, psnr(u.numpy(), truth), values[-1] / values[0]))

print("| lambda | psnr dB | objective |")
print("|--------|---------|-----------|")
for lam, quality, ratio in results:
    print(f"| {lam:6.3f} | {quality:7.2f} | {ratio:9.3f} |")
best = max(results, key=lambda r: r[1])
print(f"damaged {psnr(damaged, truth):.2f} dB, best {best[1]:.2f} dB with lambda {best[0]}")
