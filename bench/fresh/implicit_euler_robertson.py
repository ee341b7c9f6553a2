# planted: TFR507 tape.jacobian is called eagerly in every Newton iteration
# style: numerical analysis lesson, plain functions
"""Robertson's stiff kinetics by implicit Euler with Newton's method."""
import numpy as np
import tensorflow as tf

K1, K2, K3 = 0.04, 3e7, 1e4


def rates(y):
    a, b, c = y[0], y[1], y[2]
    r1, r2, r3 = K1 * a, K2 * b * b, K3 * b * c
    return tf.stack([-r1 + r3, r1 - r2 - r3, r2])


def residual(y, y_old, dt):
    return y - y_old - dt * rates(y)


def linearise(y, y_old, dt):
    """Residual and its Jacobian with respect to the new state."""
    with tf.GradientTape() as tape:
        tape.watch(y)
        r = residual(y, y_old, dt)
    return r, tape.jacobian(r, y)


def newton(y_old, dt, tol=1e-12, most=12):
    y = tf.identity(y_old)
    for iteration in range(most):
        r, jac = linearise(y, y_old, dt)
        delta = tf.linalg.solve(jac, -r[:, None])[:, 0]
        y = y + delta
        if float(tf.reduce_max(tf.abs(delta))) < tol:
            break
    return y, iteration + 1


class StepControl:
    def __init__(self, dt, grow=2.0, easy=5):
        self.dt, self.grow, self.easy = dt, grow, easy

    def update(self, iterations):
        self.dt = self.dt * (self.grow if iterations <= self.easy else 1.1)


def integrate(t_end, first=1e-4):
    y = tf.constant([1.0, 0.0, 0.0], tf.float64)
    t, control = 0.0, StepControl(first)
    rows = []
    while t < t_end:
        dt = min(control.dt, t_end - t)
        y, iterations = newton(y, tf.constant(dt, tf.float64))
        t += dt
        control.update(iterations)
        rows.append((t, y.numpy(), iterations))
    return rows


def main():
    rows = integrate(4.0)
    total = sum(n for _, _, n in rows)
    print("steps", len(rows), "newton iterations", total)
    for t, y, _ in rows[:: max(1, len(rows) // 4)]:
        print(f"t={t:.3f}  a={y[0]:.4f}  b*1e5={1e5 * y[1]:.3f}  c={y[2]:.4f}")
    print("mass", round(float(np.sum(rows[-1][1])), 6))


main()
