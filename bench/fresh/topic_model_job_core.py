"""Online topics: factors of a matrix of word counts that are learned batch by batch."""

import numpy as np
import tensorflow as tf


class OnlineTopics:
    """Topics as distributions of words; documents are mixtures of topics."""

    def __init__(self, topics, words, seed, passes=5):
        rng = np.random.default_rng(seed)
        start = rng.gamma(5.0, 1.0, size=(topics, words)).astype(np.float32)
        self.topics = tf.Variable(start / start.sum(axis=1, keepdims=True))
        self.passes = passes
        self.count = topics

    def mixtures(self, counts):
        share = tf.ones([tf.shape(counts)[0], self.count]) / float(self.count)
        for _ in range(self.passes):
            expected = share @ self.topics + 1e-8
            share = share * tf.matmul(counts / expected, self.topics, transpose_b=True)
            share = share / tf.reduce_sum(share, axis=1, keepdims=True)
        return share

    @tf.function
    def absorb(self, counts, weight):
        """Move the topics towards what a batch says, by a weight between 0 and 1."""
        share = self.mixtures(counts)
        expected = share @ self.topics + 1e-8
        update = self.topics * tf.matmul(share, counts / expected, transpose_a=True) + 0.01
        update = update / tf.reduce_sum(update, axis=1, keepdims=True)
        self.topics.assign((1.0 - weight) * self.topics + weight * update)
        return self.bound(counts, share)

    def bound(self, counts, share):
        fit = tf.reduce_sum(counts * tf.math.log(share @ self.topics + 1e-8))
        return fit / tf.reduce_sum(counts)

    @tf.function
    def perplexity(self, counts):
        return tf.exp(-self.bound(counts, self.mixtures(counts)))


class Decay:
    """The weights of batches: (offset + number) ** -power, as the paper has it."""

    def __init__(self, offset, power):
        self.offset = offset
        self.power = power
        self.number = 0

    def next(self):
        weight = (self.offset + self.number) ** -self.power
        self.number += 1
        return weight
