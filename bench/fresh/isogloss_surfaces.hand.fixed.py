"""Dialect geography: smooth the share of 'r'-dropping over villages by Gaussian processes and place the isogloss."""
import numpy as np
import tensorflow as tf


class Kernel(tf.experimental.ExtensionType):
    east: tf.Tensor
    north: tf.Tensor
    height: tf.Tensor = 1.0

    def between(self, a, b):
        scale = tf.stack([self.east, self.north])
        gap = (a[:, None, :] - b[None, :, :]) / scale
        return self.height * tf.exp(-0.5 * tf.reduce_sum(tf.square(gap), axis=-1))

    def __mul__(self, factor):
        return Kernel(self.east, self.north, self.height * factor)

    def __repr__(self):
        return f"Kernel({float(self.east):.1f}, {float(self.north):.1f}, {float(self.height):.2f})"


@tf.function
def evidence(kernel, places, shares, noise):
    n = tf.shape(places)[0]
    root = tf.linalg.cholesky(kernel.between(places, places) + noise * tf.eye(n))
    alpha = tf.linalg.cholesky_solve(root, shares[:, None])
    fit = tf.reduce_sum(shares[:, None] * alpha)
    return -0.5 * fit - tf.reduce_sum(tf.math.log(tf.linalg.diag_part(root)))


@tf.function
def surface(kernel, places, shares, noise, at):
    gram = kernel.between(places, places) + noise * tf.eye(tf.shape(places)[0])
    return tf.linalg.matvec(kernel.between(at, places), tf.linalg.solve(gram, shares[:, None])[:, 0])


class Atlas:
    def __init__(self, seed, villages=45):
        rng = np.random.default_rng(seed)
        xy = rng.uniform(0, 10, (villages, 2))
        drop = np.tanh((xy[:, 0] - 5 - 0.8 * np.sin(xy[:, 1] / 2)) / 1.5) + 0.2 * rng.normal(size=villages)
        self.places, self.shares = tf.constant(xy, tf.float32), tf.constant(drop, tf.float32)
        self.noise = tf.constant(0.05)

    def choose(self, candidates):
        scored = [(float(evidence(k, self.places, self.shares, self.noise)), i) for i, k in enumerate(candidates)]
        best, i = max(scored)
        return candidates[i], best

    def isogloss(self, kernel, row):
        line = tf.stack([tf.linspace(0.0, 10.0, 201), tf.fill([201], row)], axis=1)
        heights = surface(kernel, self.places, self.shares, self.noise, line)
        return float(line[int(tf.argmin(tf.abs(heights))), 0])


for region, seed in (("Somerset", 3), ("Kent", 8)):
    atlas = Atlas(seed)
    kernel, score = atlas.choose([Kernel(e, n) for e in (1.0, 2.0, 4.0) for n in (1.0, 2.0, 4.0)])
    taller, score = atlas.choose([kernel * factor for factor in (0.5, 1.0, 2.0)])
    crossing = [round(atlas.isogloss(taller, row), 2) for row in (2.0, 5.0, 8.0)]
    print(f"{region}: {taller!r}, log evidence {score:.2f}")
    print(f"  isogloss at {crossing}")
