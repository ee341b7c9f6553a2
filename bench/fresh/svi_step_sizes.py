# planted: TFR101 the Robbins-Monro step size is handed on through keyword arguments to the update
# style: small library of variational families, abstract base class and subclasses
from abc import ABC, abstractmethod

import numpy as np
import tensorflow as tf


class Posterior(ABC):
    """A conjugate posterior that follows noisy estimates of its natural parameters."""

    def __init__(self, natural):
        self.natural = tf.Variable(natural, dtype=tf.float32)

    @abstractmethod
    def target(self, batch, scale):
        """Natural parameters that the batch alone would give."""

    @abstractmethod
    def mean(self):
        """Posterior mean."""

    @tf.function
    def blend(self, batch, scale, rho):
        wanted = self.target(batch, scale)
        change = wanted - self.natural
        self.natural.assign_add(rho * change)
        return tf.norm(change)


class GammaPoisson(Posterior):
    def __init__(self, shape=1.0, rate=1.0):
        self.prior = tf.constant([shape, rate])
        super().__init__([shape, rate])

    def target(self, batch, scale):
        count = tf.cast(tf.size(batch), tf.float32)
        return self.prior + scale * tf.stack([tf.reduce_sum(batch), count])

    def mean(self):
        return float(self.natural[0] / self.natural[1])


class BetaBernoulli(Posterior):
    def __init__(self, a=1.0, b=1.0):
        self.prior = tf.constant([a, b])
        super().__init__([a, b])

    def target(self, batch, scale):
        hits = tf.cast(batch > 0, tf.float32)
        return self.prior + scale * tf.stack([tf.reduce_sum(hits), tf.reduce_sum(1.0 - hits)])

    def mean(self):
        return float(self.natural[0] / tf.reduce_sum(self.natural))


class StochasticInference:
    def __init__(self, posterior, delay=2.0, forgetting=0.7):
        self.posterior = posterior
        self.delay = delay
        self.forgetting = forgetting
        self.count = 0

    def schedule(self):
        self.count += 1
        return {"rho": (self.count + self.delay) ** -self.forgetting}

    def run(self, data, batch_size, epochs, rng):
        scale = tf.constant(len(data) / batch_size, tf.float32)
        changes = []
        for _ in range(epochs):
            order = rng.permutation(len(data))
            for first in range(0, len(data), batch_size):
                batch = tf.constant(data[order[first : first + batch_size]])
                changes.append(float(self.posterior.blend(batch, scale, **self.schedule())))
        return changes


def main():
    rng = np.random.default_rng(31)
    calls = rng.poisson(2.7, 120).astype(np.float32)
    for posterior in (GammaPoisson(), BetaBernoulli(2.0, 2.0)):
        changes = StochasticInference(posterior).run(calls, 20, 4, rng)
        print(f"{type(posterior).__name__}: mean {posterior.mean():.4f}, last changes {np.round(changes[-3:], 3)}")
        print("  natural parameters", np.round(posterior.natural.numpy(), 3))
    print(f"sample mean {calls.mean():.4f}, above zero {np.mean(calls > 0):.4f}")


main()
