"""Bayesian estimate of an archer's group size and sight offset, by random-walk Metropolis on plotted arrows."""
from functools import cached_property

import numpy as np
import tensorflow as tf


class ArcheryTarget:
    def __init__(self, arrows, prior_scale=4.0):
        self.arrows = tf.constant(arrows, tf.float32)
        self.prior_scale = prior_scale

    @property
    def count(self):
        return int(self.arrows.shape[0])

    @cached_property
    def log_density(self):
        arrows, scale = self.arrows, self.prior_scale

        @tf.function
        def density(theta):
            centre, log_sigma = theta[:2], theta[2]
            residual = (arrows - centre) / tf.exp(log_sigma)
            fit = -0.5 * tf.reduce_sum(tf.square(residual)) - 2.0 * log_sigma * tf.cast(len(arrows), tf.float32)
            prior = -0.5 * tf.reduce_sum(tf.square(centre / scale)) - 0.5 * tf.square(log_sigma)
            return fit + prior

        return density

    def score_ring(self, radius):
        return np.clip(10 - np.floor(radius / 4.0), 0, 10)


class Metropolis:
    def __init__(self, target, step, seed):
        self.target, self.step = target, step
        self.rng = np.random.default_rng(seed)
        self.accepted = 0

    def chain(self, theta, length):
        theta = np.asarray(theta, np.float32)
        here = float(self.target.log_density(tf.constant(theta)))
        for _ in range(length):
            proposal = theta + self.step * self.rng.normal(size=3).astype("float32")
            there = float(self.target.log_density(tf.constant(proposal)))
            if np.log(self.rng.uniform()) < there - here:
                theta, here = proposal, there
                self.accepted += 1
            yield theta


def shoot(rng, n, centre, sigma):
    return np.asarray(centre) + sigma * rng.normal(size=(n, 2))


def main():
    rng = np.random.default_rng(1072)
    target = ArcheryTarget(shoot(rng, 36, (1.5, -2.0), 3.2))
    sampler = Metropolis(target, 0.35, seed=9)
    draws = np.stack(list(sampler.chain([0.0, 0.0, 1.0], 60)))[20:]
    radius = np.linalg.norm(target.arrows.numpy(), axis=1)
    print("arrows", target.count, "score", int(target.score_ring(radius).sum()))
    print("offset", np.round(draws[:, :2].mean(0), 2))
    print("group size", round(float(np.exp(draws[:, 2]).mean()), 2))
    print("accepted", sampler.accepted)


main()
