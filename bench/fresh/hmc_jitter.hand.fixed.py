# hmc_jitter, cured.
import random

import numpy as np
import tensorflow as tf

PRECISION = tf.constant([[2.0, 0.6], [0.6, 1.0]])


def potential(q):
    return 0.5 * tf.reduce_sum(q * tf.linalg.matvec(PRECISION, q))


def grad_potential(q):
    with tf.GradientTape() as tape:
        tape.watch(q)
        u = potential(q)
    return tape.gradient(u, q)


@tf.function
def leapfrog(q, p, step_size, num_steps):
    p = p - 0.5 * step_size * grad_potential(q)
    for i in range(num_steps):
        q = q + step_size * p
        if i < num_steps - 1:
            p = p - step_size * grad_potential(q)
    p = p - 0.5 * step_size * grad_potential(q)
    return q, -p


def hamiltonian(q, p):
    return float(potential(q) + 0.5 * tf.reduce_sum(p**2))


def sample(num_samples, seed):
    draws, host = random.Random(seed), np.random.RandomState(seed)
    q, chain, accepted = tf.zeros([2]), [], 0
    for _ in range(num_samples):
        p = tf.constant(host.randn(2).astype(np.float32))
        steps = draws.randint(3, 9)
        eps = draws.uniform(0.1, 0.3)
        q_new, p_new = leapfrog(q, p, tf.constant(eps), tf.constant(steps))
        if draws.random() < np.exp(hamiltonian(q, p) - hamiltonian(q_new, p_new)):
            q, accepted = q_new, accepted + 1
        chain.append(q.numpy())
    return np.array(chain), accepted / num_samples


chain, rate = sample(num_samples=14, seed=4)
print("acceptance %.3f" % rate)
print("mean", np.round(chain.mean(axis=0), 3))
print("last", np.round(chain[-1], 3))
