# planted: TFR103 the integrator takes its settings as a dict whose temperature is lowered in Python
# style: Brownian dynamics of a bead-spring chain, parameter dict as in many physics scripts
import numpy as np
import tensorflow as tf

params = {
    "dt": 2e-3,
    "temperature": 1.5,
    "spring": 40.0,
    "epsilon": 1.0,
    "gamma": 1.0,
}
BEADS = 16
rng = np.random.default_rng(10)


def energy(r, p):
    bonds = tf.norm(r[1:] - r[:-1], axis=1)
    e = 0.5 * p["spring"] * tf.reduce_sum((bonds - 1.0) ** 2)
    d2 = tf.reduce_sum((r[:, None] - r[None]) ** 2, axis=-1)
    far = tf.linalg.band_part(tf.ones((BEADS, BEADS)), 0, -1) - tf.linalg.band_part(tf.ones((BEADS, BEADS)), 0, 1)
    inv6 = 1.0 / (tf.maximum(d2, 0.6) ** 3 + 1e-6)
    return e + 4.0 * p["epsilon"] * tf.reduce_sum(far * (inv6 ** 2 - inv6))


@tf.function
def block(r, noise, p):
    """as many steps as there is noise for"""
    amplitude = tf.sqrt(2.0 * p["temperature"] * p["dt"] / p["gamma"])
    e = tf.constant(0.0)
    for xi in noise:
        with tf.GradientTape() as tape:
            tape.watch(r)
            e = energy(r, p)
        force = tf.clip_by_norm(-tape.gradient(e, r), 200.0)
        r = r + p["dt"] / p["gamma"] * force + amplitude * xi
    return r, e


def gyration(r):
    return float(tf.sqrt(tf.reduce_mean(tf.reduce_sum((r - tf.reduce_mean(r, 0)) ** 2, axis=1))))


r = tf.constant(np.column_stack([np.arange(BEADS), np.zeros(BEADS), np.zeros(BEADS)]), tf.float32)
trajectory = []
for cycle in range(25):
    noise = tf.constant(rng.normal(size=(40, BEADS, 3)), tf.float32)
    r, e = block(r, noise, params)
    trajectory.append((params["temperature"], float(e), gyration(r)))
    params["temperature"] *= 0.92

hot = np.array(trajectory[:10])
cold = np.array(trajectory[-10:])
print("start: T %.2f" % trajectory[0][0], " end: T %.3f" % trajectory[-1][0])
print("radius of gyration, hot  %.1f" % hot[:, 2].mean())
print("radius of gyration, cold %.1f" % cold[:, 2].mean())
print("energy falls:", bool(cold[:, 1].mean() < hot[:, 1].mean()))
