# planted: TFR502 each run of the channel defines its collision step again
# style: fluid dynamics teacher, function per run, results in a table
"""Lattice Boltzmann (D2Q9) in a periodic channel: viscosity against the profile of Poiseuille."""
import numpy as np
import tensorflow as tf

C = np.array([[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]])
W = np.array([4 / 9] + [1 / 9] * 4 + [1 / 36] * 4)
OPPOSITE = [0, 3, 4, 1, 2, 7, 8, 5, 6]
NX, NY = 4, 13
FORCE = 1e-5


def walls():
    solid = np.zeros((NX, NY), bool)
    solid[:, 0] = solid[:, -1] = True
    return solid


def equilibrium(rho, u, v):
    square = 1.5 * (u * u + v * v)
    parts = []
    for (cx, cy), w in zip(C, W):
        along = 3.0 * (float(cx) * u + float(cy) * v)
        parts.append(float(w) * rho * (1.0 + along + 0.5 * along * along - square))
    return tf.stack(parts)


@tf.function
def step(f, solid, tau, per_round):
    for _ in tf.range(per_round):
        rho = tf.reduce_sum(f, axis=0)
        u = tf.tensordot(tf.constant(C[:, 0], tf.float64), f, 1) / rho + tau * FORCE / rho
        v = tf.tensordot(tf.constant(C[:, 1], tf.float64), f, 1) / rho
        collided = f - (f - equilibrium(rho, u, v)) / tau
        collided = tf.where(solid, tf.gather(f, OPPOSITE), collided)
        f = tf.stack([tf.roll(collided[k], C[k].tolist(), [0, 1]) for k in range(9)])
    return f


def run(tau, rounds=6, per_round=100):
    solid = tf.constant(walls())
    f = equilibrium(tf.ones([NX, NY], tf.float64), tf.zeros([NX, NY], tf.float64), tf.zeros([NX, NY], tf.float64))
    for _ in range(rounds):
        f = step(f, solid, tf.constant(tau, tf.float64), per_round)
    rho = tf.reduce_sum(f, axis=0)
    u = tf.tensordot(tf.constant(C[:, 0], tf.float64), f, 1) / rho
    return u.numpy()[0, 1:-1]


def poiseuille(tau):
    viscosity = (tau - 0.5) / 3.0
    y = np.arange(1, NY - 1) - 0.5
    return FORCE / (2.0 * viscosity) * y * (NY - 2 - y)


def main():
    print("tau   viscosity   centre/exact   rms error")
    for tau in (0.7, 0.9, 1.1, 1.4, 1.8):
        profile, exact = run(tau), poiseuille(tau)
        middle = len(exact) // 2
        rms = np.sqrt(np.mean((profile - exact) ** 2)) / exact.max()
        print(f"{tau:.1f}   {(tau - 0.5) / 3:.4f}      {profile[middle] / exact[middle]:.4f}         {rms:.4f}")


if __name__ == "__main__":
    main()
