# particle_filter_time, cured.
import numpy as np
import tensorflow as tf


class StateSpace:
    def transition(self, particles, t):
        raise NotImplementedError

    def log_likelihood(self, particles, observation):
        raise NotImplementedError


class Growth(StateSpace):
    """The usual test of a nonlinear filter."""

    def transition(self, particles, t):
        drift = 25.0 * particles / (1.0 + particles**2)
        return 0.5 * particles + drift + 8.0 * tf.cos(1.2 * t)

    def log_likelihood(self, particles, observation):
        return -0.5 * (observation - particles**2 / 20.0) ** 2


class ParticleFilter:
    def __init__(self, model, count, seed):
        self.model = model
        self.rng = np.random.RandomState(seed)
        self.particles = tf.constant(self.rng.randn(count).astype(np.float32))

    def observe(self, *args):
        noise = self.rng.randn(self.particles.shape[0]).astype(np.float32)
        offset = np.float32(self.rng.rand())
        self.particles, mean = self._advance(self.particles, noise, offset, *args)
        return float(mean)

    @tf.function
    def _advance(self, particles, noise, offset, observation, t):
        moved = self.model.transition(particles, t) + noise
        weights = tf.nn.softmax(self.model.log_likelihood(moved, observation))
        mean = tf.reduce_sum(weights * moved)
        count = tf.shape(moved)[0]
        grid = (tf.range(tf.cast(count, tf.float32)) + offset) / tf.cast(count, tf.float32)
        index = tf.searchsorted(tf.cumsum(weights), grid)
        return tf.gather(moved, tf.minimum(index, count - 1)), mean


truth, rng = 0.1, np.random.RandomState(3)
particle_filter = ParticleFilter(Growth(), 64, seed=1)
for t in range(1, 11):
    truth = 0.5 * truth + 25 * truth / (1 + truth**2) + 8 * np.cos(1.2 * t) + rng.randn()
    observation = tf.constant(truth**2 / 20 + rng.randn(), tf.float32)
    estimate = particle_filter.observe(observation, tf.constant(float(t)))
    if t % 2 == 0:
        print("t", t, "estimate %.2f" % estimate, "truth %.2f" % truth)
