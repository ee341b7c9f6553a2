# planted: TFR507 the Jacobian of every step is taken eagerly in the integration loop
# style: numerical experiment with functions, climate toy model
"""Lyapunov exponents of the Lorenz-84 atmosphere by repeated QR of the tangent flow."""
import numpy as np
import tensorflow as tf

DT = 0.05


def tendency(s):
    x, y, z = s[0], s[1], s[2]
    dx = -y * y - z * z - 0.25 * x + 0.25 * 8.0
    dy = x * y - 4.0 * x * z - y + 1.0
    dz = 4.0 * x * y + x * z - z
    return tf.stack([dx, dy, dz])


def midpoint(s):
    half = s + 0.5 * DT * tendency(s)
    return s + DT * tendency(half)


@tf.function
def tangent_step(s):
    with tf.GradientTape() as tape:
        tape.watch(s)
        new = midpoint(s)
    return new, tape.jacobian(new, s)


def exponents(start, steps):
    s = tf.constant(start, tf.float64)
    frame = tf.eye(3, dtype=tf.float64)
    growth = np.zeros(3)
    trail = []
    for step in range(steps):
        s, jacobian = tangent_step(s)
        q, r = tf.linalg.qr(jacobian @ frame)
        frame = q
        growth += np.log(np.abs(np.diag(r.numpy())))
        trail.append(growth / ((step + 1) * DT))
    return s.numpy(), np.array(trail)


def main():
    for name, start in (("westerly", (1.0, 0.2, -0.3)), ("wavy", (0.4, 1.1, 0.6))):
        final, trail = exponents(start, 9)
        print(f"{name}: state {[round(float(v), 3) for v in final]}")
        print("   exponents", [round(float(v), 3) for v in trail[-1]], "sum", round(float(trail[-1].sum()), 3))
        print("   spread of the first over the last third",
              round(float(trail[-3:, 0].max() - trail[-3:, 0].min()), 3))


if __name__ == "__main__":
    main()
