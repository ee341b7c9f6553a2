"""Greedy reconstruction of a mirror's wavefront error from Zernike modes."""
import numpy as np
import tensorflow as tf

MODES = [
    ("tilt x", lambda r, t: r * np.cos(t)),
    ("tilt y", lambda r, t: r * np.sin(t)),
    ("defocus", lambda r, t: 2 * r ** 2 - 1),
    ("astig 0", lambda r, t: r ** 2 * np.cos(2 * t)),
    ("astig 45", lambda r, t: r ** 2 * np.sin(2 * t)),
    ("coma x", lambda r, t: (3 * r ** 3 - 2 * r) * np.cos(t)),
    ("coma y", lambda r, t: (3 * r ** 3 - 2 * r) * np.sin(t)),
    ("trefoil 0", lambda r, t: r ** 3 * np.cos(3 * t)),
    ("trefoil 30", lambda r, t: r ** 3 * np.sin(3 * t)),
    ("spherical", lambda r, t: 6 * r ** 4 - 6 * r ** 2 + 1),
]


def pupil(n):
    side = np.linspace(-1, 1, n)
    x, y = np.meshgrid(side, side)
    r, t = np.hypot(x, y), np.arctan2(y, x)
    return r[r <= 1], t[r <= 1]


r, t = pupil(33)
BASIS = tf.constant(np.stack([f(r, t) / np.sqrt(np.mean(f(r, t) ** 2)) for _, f in MODES]), tf.float32)


@tf.function
def residual(measured, coefficients):
    rest = measured - tf.linalg.matvec(BASIS, coefficients, transpose_a=True)
    return rest, tf.sqrt(tf.reduce_mean(rest ** 2))


def greedy(measured):
    found, history = np.zeros(len(MODES), np.float32), []
    rest, rms = residual(measured, found)
    history.append(float(rms))
    for j in range(len(MODES)):
        found[j] = float(tf.reduce_mean(rest * BASIS[j]))
        rest, rms = residual(measured, found)
        history.append(float(rms))
    return found, history


def mirror(seed):
    rng = np.random.default_rng(seed)
    amplitude = rng.normal(0, 40.0, len(MODES)) / (1 + np.arange(len(MODES)) / 3)
    ripple = 3.0 * rng.normal(size=len(r))
    return tf.constant(amplitude @ BASIS.numpy() + ripple, tf.float32)


finals = []
for seed in (3, 4, 5):
    found, history = greedy(mirror(seed))
    worst = int(np.argmax(np.abs(found)))
    finals.append(history[-1])
    print(f"mirror {seed}: {history[0]:.1f} nm rms, mostly {MODES[worst][0]}, left {history[-1]:.1f} nm")
print("modes", len(MODES), "points", len(r))
print("mean of what is left", round(float(np.mean(finals)), 1))
