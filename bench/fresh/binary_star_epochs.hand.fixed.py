# planted: TFR208 a concrete function is asked for with another number of spectra every night
# style: function with a nightly loop, astronomy
"""Radial-velocity orbit of a spectroscopic binary, refitted as each night's spectra come in."""
import math

import numpy as np
import tensorflow as tf

PERIOD = 11.6


def observe(nights=18, seed=31):
    rng = np.random.default_rng(seed)
    t, v = [], []
    for night in range(nights):
        for _ in range(rng.integers(1, 4)):
            when = night * 2.3 + rng.uniform(0, 0.3)
            phase = 2 * np.pi * (when / PERIOD - 0.2)
            t.append(when)
            v.append(12.0 + 38.0 * (np.cos(phase + 0.7) + 0.15 * np.cos(0.7)) + rng.normal(0, 1.5))
        yield np.array(t, "float32"), np.array(v, "float32")


@tf.function(input_signature=[tf.TensorSpec([4]), tf.TensorSpec([None]), tf.TensorSpec([None])])
def refine(params, t, v):
    """Eight Levenberg-Marquardt steps for (mean, amplitude, phase offset, eccentricity)."""
    for _ in range(8):
        mean, amplitude, offset, ecc = tf.unstack(params)
        m = 2.0 * math.pi * t / PERIOD - offset
        swing = tf.cos(m) + ecc * tf.cos(2.0 * m)
        residual = v - mean - amplitude * swing
        d_offset = amplitude * (tf.sin(m) + 2.0 * ecc * tf.sin(2.0 * m))
        jac = tf.stack([tf.ones_like(m), swing, d_offset, amplitude * tf.cos(2.0 * m)], axis=1)
        normal = tf.matmul(jac, jac, transpose_a=True) + 0.5 * tf.eye(4)
        step = tf.linalg.solve(normal, tf.matmul(jac, residual[:, None], transpose_a=True))[:, 0]
        params = params + tf.clip_by_value(step, [-20.0, -20.0, -0.5, -0.1], [20.0, 20.0, 0.5, 0.1])
    return params, tf.sqrt(tf.reduce_mean(residual ** 2))


def follow(stream):
    params = tf.constant([5.0, 25.0, 0.4, 0.0])
    log = []
    for t, v in stream:
        times, speeds = tf.constant(t), tf.constant(v)
        params, rms = refine(params, times, speeds)
        log.append((len(t), params.numpy(), float(rms)))
    return log


def main():
    log = follow(observe())
    for n, params, rms in log[5::4]:
        print(f"{n:3d} spectra: mean {params[0]:.2f}, K {params[1]:.2f}, e-term {params[3]:.3f}, rms {rms:.2f}")
    mass = 1.0361e-7 * abs(log[-1][1][1]) ** 3 * PERIOD
    print("mass function:", round(float(mass), 4))


if __name__ == "__main__":
    main()
