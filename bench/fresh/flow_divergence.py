# planted: TFR507 the exact divergence is a tape.batch_jacobian outside any tf.function, in every solver step
# style: continuous normalising flows, class with __call__, solver as a separate function
import numpy as np
import tensorflow as tf


class VelocityField(tf.Module):
    def __init__(self, hidden=12, seed=10):
        super().__init__()
        rng = np.random.default_rng(seed)
        draw = lambda *shape: tf.Variable(rng.normal(0, 0.6, shape), dtype=tf.float32)
        self.w1, self.b1, self.w2 = draw(3, hidden), draw(hidden), draw(hidden, 2)

    def __call__(self, t, z):
        time = t * tf.ones([tf.shape(z)[0], 1])
        return tf.tanh(tf.concat([z, time], 1) @ self.w1 + self.b1) @ self.w2


class AugmentedDynamics:
    """dz/dt = f(t, z) and dlogp/dt = -div f"""

    def __init__(self, field):
        self.field = field
        self.evaluations = 0

    def rates(self, t, z):
        with tf.GradientTape() as tape:
            tape.watch(z)
            v = self.field(t, z)
        jac = tape.batch_jacobian(v, z)
        return v, -tf.linalg.trace(jac)

    def __call__(self, t, state):
        self.evaluations += 1
        return self.rates(t, state[0])


def rk4(dynamics, state, t0, t1, steps):
    h = (t1 - t0) / steps
    axpy = lambda s, c, k: tuple(a + c * b for a, b in zip(s, k))
    for i in range(steps):
        t = t0 + i * h
        k1 = dynamics(tf.constant(t), state)
        k2 = dynamics(tf.constant(t + h / 2), axpy(state, h / 2, k1))
        k3 = dynamics(tf.constant(t + h / 2), axpy(state, h / 2, k2))
        k4 = dynamics(tf.constant(t + h), axpy(state, h, k3))
        state = tuple(s + h / 6 * (a + 2 * b + 2 * c + d) for s, a, b, c, d in zip(state, k1, k2, k3, k4))
    return state


def log_normal(z):
    return -0.5 * tf.reduce_sum(z * z, axis=1) - np.log(2 * np.pi).astype("float32")


def log_density(dynamics, x, steps):
    z, delta = rk4(dynamics, (x, tf.zeros([x.shape[0]])), 1.0, 0.0, steps)
    return log_normal(z) - delta


def main():
    dynamics = AugmentedDynamics(VelocityField())
    side = np.linspace(-4, 4, 15, dtype="float32")
    grid = tf.constant(np.stack(np.meshgrid(side, side), -1).reshape(-1, 2))
    cell = float((side[1] - side[0]) ** 2)
    for steps in (2, 4, 6):
        logp = log_density(dynamics, grid, steps)
        mass = float(tf.reduce_sum(tf.exp(logp))) * cell
        print("steps %d mass %.3f mean log density %.3f" % (steps, mass, float(tf.reduce_mean(logp))))
    print("evaluations", dynamics.evaluations)


if __name__ == "__main__":
    main()
