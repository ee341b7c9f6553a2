# planted: TFR101 the adaptive time step and the clock are Python floats handed to the compiled right-hand side
# style: a physicist's script, everything at module level, constants on top, no classes
import numpy as np
import tensorflow as tf

# --- grid of particle sizes (bins double in volume) ---
NBINS = 24
V0 = 1.0e-3
volumes = V0 * 2.0 ** np.arange(NBINS)
radii = (3.0 * volumes / (4.0 * np.pi)) ** (1.0 / 3.0)

# Brownian kernel, continuum regime, arbitrary units
K = (radii[:, None] + radii[None, :]) * (1.0 / radii[:, None] + 1.0 / radii[None, :])
K = tf.constant(K, tf.float64)
V = tf.constant(volumes, tf.float64)
FIRST = tf.one_hot(0, NBINS, dtype=tf.float64)

T_END = 4.0
TOL = 1.0e-3


@tf.function
def rhs(n, t, rate):
    # nucleation switches itself off slowly
    source = rate * FIRST * tf.exp(-t * FIRST)
    loss = n * tf.linalg.matvec(K, n)
    # mass of the lost particles goes to the next larger bin
    gain_mass = tf.roll(loss * V, shift=1, axis=0)
    keep = tf.concat([[0.0], tf.ones([NBINS - 1], n.dtype)], axis=0)
    return source - loss + keep * gain_mass / V


@tf.function
def heun(n, t, dt):
    k1 = rhs(n, t, 0.5)
    k2 = rhs(n + dt * k1, t + dt, 0.5)
    new = n + 0.5 * dt * (k1 + k2)
    err = tf.reduce_max(tf.abs(0.5 * dt * (k2 - k1)))
    return tf.maximum(new, 0.0), err


n = tf.zeros([NBINS], tf.float64) + tf.one_hot(2, NBINS, dtype=tf.float64)
t, dt = 0.0, 0.01
accepted = rejected = 0

while t < T_END:
    dt = min(dt, T_END - t)
    candidate, err = heun(n, tf.constant(t, tf.float64), tf.constant(dt, tf.float64))
    err = float(err)
    if err <= TOL:
        n = candidate
        t += dt
        accepted += 1
    else:
        rejected += 1
    # standard controller, safety factor .9
    dt = dt * min(2.0, max(0.3, 0.9 * (TOL / max(err, 1e-12)) ** 0.5))

total = float(tf.reduce_sum(n))
mean_volume = float(tf.reduce_sum(n * V)) / total
print("accepted", accepted, "rejected", rejected)
print("number  %.5f" % total)
print("mean volume %.6f" % mean_volume)
