"""Annealed importance sampling: the normaliser of an unnormalised mixture."""
import numpy as np
import tensorflow as tf

CENTRES = tf.constant([[2.0, 0.0], [-2.0, 1.0], [0.0, -2.5]])
WIDTH = 0.6
BRIDGES = 30
CHAINS = 256


def log_prior(x):
    return -0.5 * tf.reduce_sum(x * x, -1) / 9.0 - np.log(2 * np.pi * 9.0)


def log_target(x):
    gaps = tf.reduce_sum((x[:, None, :] - CENTRES) ** 2, -1)
    return tf.reduce_logsumexp(-gaps / (2 * WIDTH ** 2), -1)


def log_bridge(x, beta):
    return (1.0 - beta) * log_prior(x) + beta * log_target(x)


@tf.function
def transition(x, beta, proposals, log_uniform):
    """A few random-walk Metropolis moves that leave the bridging density invariant."""
    current = log_bridge(x, beta)
    accepted = tf.zeros([])
    for k in range(proposals.shape[0]):
        candidate = x + proposals[k]
        value = log_bridge(candidate, beta)
        take = log_uniform[k] < value - current
        x = tf.where(take[:, None], candidate, x)
        current = tf.where(take, value, current)
        accepted += tf.reduce_mean(tf.cast(take, tf.float32))
    return x, accepted / proposals.shape[0]


def anneal(rng, moves=3, scale=0.8):
    betas = np.linspace(0.0, 1.0, BRIDGES + 1)
    x = tf.constant(3.0 * rng.standard_normal((CHAINS, 2)), tf.float32)
    log_w = tf.zeros(CHAINS)
    rates = []
    for previous, beta in zip(betas[:-1], betas[1:]):
        delta = float(beta - previous)
        log_w += delta * (log_target(x) - log_prior(x))
        proposals = tf.constant(scale * rng.standard_normal((moves, CHAINS, 2)), tf.float32)
        log_uniform = tf.constant(np.log(rng.uniform(size=(moves, CHAINS))), tf.float32)
        x, rate = transition(x, tf.constant(beta, tf.float32), proposals, log_uniform)
        rates.append(float(rate))
    return log_w.numpy(), x.numpy(), rates


def main():
    rng = np.random.default_rng(5)
    log_w, x, rates = anneal(rng)
    top = log_w.max()
    estimate = top + np.log(np.mean(np.exp(log_w - top)))
    truth = np.log(3 * 2 * np.pi * WIDTH ** 2)
    w = np.exp(log_w - top)
    print(f"log Z estimate {estimate:.2f}, exact {truth:.2f}")
    print("effective chains over 20:", bool(w.sum() ** 2 / (w ** 2).sum() > 20))
    print(f"acceptance from {rates[0]:.2f} to {rates[-1]:.2f}")


main()
