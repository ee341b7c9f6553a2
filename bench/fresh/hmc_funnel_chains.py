# planted: TFR502 the leapfrog kernel is decorated inside the function that runs one chain setting
# style: probabilistic lesson, nested functions and a tuning grid
"""Hamiltonian Monte Carlo on Neal's funnel: which step size and length sample the neck?"""
import itertools

import numpy as np
import tensorflow as tf

DIM = 5
CHAINS = 64


def log_funnel(z):
    v, x = z[:, 0], z[:, 1:]
    scale = tf.exp(0.5 * v)[:, None]
    log_x = -0.5 * tf.reduce_sum((x / scale) ** 2, 1) - 0.5 * (DIM - 1) * v
    return -0.5 * (v / 3.0) ** 2 + log_x


def run_chains(log_prob, step_size, leapfrog_steps, iterations=25, seed=0):
    rng = np.random.default_rng(seed)
    eps = tf.constant(step_size, tf.float32)

    @tf.function
    def kernel(z, momentum, log_u, steps):
        def gradient(q):
            with tf.GradientTape() as tape:
                tape.watch(q)
                value = log_prob(q)
            return tape.gradient(value, q)

        q, p = z, momentum + 0.5 * eps * gradient(z)
        for _ in tf.range(steps - 1):
            q = q + eps * p
            p = p + eps * gradient(q)
        q = q + eps * p
        p = p + 0.5 * eps * gradient(q)
        before = log_prob(z) - 0.5 * tf.reduce_sum(momentum ** 2, 1)
        after = log_prob(q) - 0.5 * tf.reduce_sum(p ** 2, 1)
        take = log_u < after - before
        return tf.where(take[:, None], q, z), tf.reduce_mean(tf.cast(take, tf.float32))

    z = tf.constant(rng.standard_normal((CHAINS, DIM)), tf.float32)
    rates, necks = [], []
    for _ in range(iterations):
        momentum = tf.constant(rng.standard_normal((CHAINS, DIM)), tf.float32)
        log_u = tf.constant(np.log(rng.uniform(size=CHAINS)), tf.float32)
        z, rate = kernel(z, momentum, log_u, tf.constant(leapfrog_steps))
        rates.append(float(rate))
        necks.append(float(tf.reduce_min(z[:, 0])))
    return np.mean(rates), np.min(necks)


def grid():
    return itertools.product((0.05, 0.1, 0.2, 0.3, 0.45), (2, 4, 8))


def main():
    table = {}
    for step_size, length in grid():
        table[step_size, length] = run_chains(log_funnel, step_size, length)
    for key in list(table)[::5]:
        rate, neck = table[key]
        print(f"eps {key[0]:.2f} L {key[1]}: acceptance {rate:.2f}, deepest v {neck:.2f}")
    usable = {k: v for k, v in table.items() if v[0] > 0.6}
    print("settings accepted over 60%:", len(usable))


if __name__ == "__main__":
    main()
