# planted: TFR501 TFR101 a fit of each polynomial order and each ridge is wrapped in the loop
# style: optics lab script, straight down the page
"""Remove tilt, defocus and higher terms from an interferogram's phase, with more and more terms."""
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(66)
size = 24
v, u = np.mgrid[-1 : 1 : size * 1j, -1 : 1 : size * 1j]
pupil = u**2 + v**2 <= 1.0
u, v = u[pupil], v[pupil]
phase = 1.5 * u - 0.8 * v + 2.0 * (2 * (u**2 + v**2) - 1) + 0.4 * (u**2 - v**2) + 0.25 * (3 * (u**2 + v**2) - 2) * u
phase += rng.normal(0, 0.05, phase.shape)
target = tf.constant(phase, tf.float32)

terms = {
    "piston": np.ones_like(u),
    "tilt x": u,
    "tilt y": v,
    "defocus": 2 * (u**2 + v**2) - 1,
    "astigmatism 0": u**2 - v**2,
    "astigmatism 45": 2 * u * v,
    "coma x": (3 * (u**2 + v**2) - 2) * u,
    "coma y": (3 * (u**2 + v**2) - 2) * v,
}
basis = tf.constant(np.stack(list(terms.values()), axis=1), tf.float32)


@tf.function(input_signature=[tf.TensorSpec([None, None]), tf.TensorSpec([None]), tf.TensorSpec([])])
def fit(basis, target, ridge):
    count = tf.shape(basis)[1]
    normal = tf.matmul(basis, basis, transpose_a=True) + ridge * tf.eye(count)
    right = tf.linalg.matvec(basis, target, transpose_a=True)
    weights = tf.linalg.solve(normal, right[:, None])[:, 0]
    left = target - tf.linalg.matvec(basis, weights)
    return weights, tf.sqrt(tf.reduce_mean(left**2))


table = {}
for number in range(1, len(terms) + 1):
    for ridge in (0.0, 1.0, 10.0):
        weights, rms = fit(basis[:, :number], target, tf.constant(ridge))
        table[number, ridge] = weights.numpy(), float(rms)

for number, name in enumerate(terms, start=1):
    print(f"+ {name:15s} rms " + "  ".join(f"{table[number, ridge][1]:.4f}" for ridge in (0.0, 1.0, 10.0)))

weights, rms = table[len(terms), 0.0]
for name, weight in zip(terms, weights):
    print(f"{name:15s} {weight:+.4f}")
print("Strehl estimate", round(float(np.exp(-(rms**2))), 4))
