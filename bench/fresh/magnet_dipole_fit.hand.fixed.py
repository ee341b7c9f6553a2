"""Where buried drums lie: inversion of a magnetic survey for a dipole under each anomaly."""
from collections import namedtuple

import numpy as np
import tensorflow as tf

Fit = namedtuple("Fit", "params rms iterations")

side = np.linspace(-5.0, 5.0, 9)
STATIONS = tf.constant(np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2))


def anomaly(params):
    """Vertical field of a dipole: x, y, depth, moment, inclination."""
    dx = STATIONS[:, 0] - params[0]
    dy = STATIONS[:, 1] - params[1]
    depth = params[2]
    r2 = dx ** 2 + dy ** 2 + depth ** 2
    mz = params[3] * tf.sin(params[4])
    mx = params[3] * tf.cos(params[4])
    along = mx * dx - mz * depth
    return (3.0 * along * -depth / r2 - mz) / r2 ** 1.5


@tf.function
def linearise(params, data):
    with tf.GradientTape() as tape:
        tape.watch(params)
        r = anomaly(params) - data
    return r, tape.jacobian(r, params)


def invert(data, start, iterations=6):
    params = tf.constant(start, tf.float64)
    damping = 1.0
    r, J = linearise(params, data)
    for k in range(iterations):
        A = tf.matmul(J, J, transpose_a=True)
        scale = tf.linalg.diag(tf.linalg.diag_part(A) + 1e-12)
        step = tf.linalg.solve(A + damping * scale, tf.linalg.matvec(J, r, transpose_a=True)[:, None])[:, 0]
        r_new, J_new = linearise(params - step, data)
        if tf.norm(r_new) < tf.norm(r):
            params, r, J = params - step, r_new, J_new
            damping /= 5.0
        else:
            damping *= 3.0
    return Fit(params.numpy(), float(tf.norm(r)) / np.sqrt(len(data)), iterations)


rng = np.random.default_rng(1906)
drums = [[0.8, -1.2, 2.0, 40.0, 1.1], [-2.0, 1.0, 1.7, 25.0, 0.9], [1.5, 2.5, 2.6, 60.0, 1.4]]
fits = []
for drum in drums:
    clean = anomaly(tf.constant(drum, tf.float64))
    data = clean + rng.normal(0, 0.02, clean.shape)
    peak = STATIONS.numpy()[np.argmax(np.abs(data))]
    fits.append(invert(data, [peak[0], peak[1], 2.2, 30.0, 1.2]))

for fit in fits:
    x, y, depth, moment, _ = fit.params
    print(f"drum at {x:.1f} {y:.1f} depth {depth:.1f} moment {moment:.0f} rms {fit.rms:.2f}")
print("iterations", sum(f.iterations for f in fits))
miss = [abs(f.params[2] - d[2]) for f, d in zip(fits, drums)]
print("worst depth error", round(max(miss), 1))
