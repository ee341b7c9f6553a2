# planted: TFR208 the server keeps a concrete function for every batch size it has seen
# style: inference service, LRU cache by hand, typed, metrics counters
from __future__ import annotations

import collections
import logging
from typing import Callable

import numpy as np
import tensorflow as tf

log = logging.getLogger("plan_cache_server")


class Embedder(tf.Module):
    def __init__(self, vocabulary: int = 50, dim: int = 8) -> None:
        super().__init__()
        rng = np.random.default_rng(44)
        self.table = tf.Variable(rng.normal(size=(vocabulary, dim)), dtype=tf.float32, trainable=False)
        self.mix = tf.Variable(rng.normal(0, dim**-0.5, (dim, dim)), dtype=tf.float32, trainable=False)

    @tf.function
    def embed(self, tokens: tf.Tensor) -> tf.Tensor:
        vectors = tf.gather(self.table, tokens)
        attention = tf.nn.softmax(tf.reduce_sum(tf.tanh(vectors @ self.mix), -1), axis=1)
        return tf.math.l2_normalize(tf.reduce_sum(attention[..., None] * vectors, axis=1), axis=-1)


class PlanCache:
    """One compiled plan per batch size; the oldest ones are dropped."""

    def __init__(self, model: Embedder, sequence: int, limit: int = 16) -> None:
        self.model = model
        self.sequence = sequence
        self.limit = limit
        self.plans: collections.OrderedDict[int, Callable] = collections.OrderedDict()
        self.counters = collections.Counter()

    def plan(self, batch: int) -> Callable:
        if batch in self.plans:
            self.counters["hit"] += 1
            self.plans.move_to_end(batch)
            return self.plans[batch]
        self.counters["miss"] += 1
        # one plan serves every batch size
        spec = tf.TensorSpec([None, self.sequence], tf.int32)
        self.plans[batch] = self.model.embed.get_concrete_function(spec)
        if len(self.plans) > self.limit:
            dropped, _ = self.plans.popitem(last=False)
            log.info("dropped plan for %d", dropped)
        return self.plans[batch]

    def __call__(self, tokens: np.ndarray) -> np.ndarray:
        return self.plan(len(tokens))(tf.constant(tokens, tf.int32)).numpy()


def load(rng: np.random.Generator, bursts: int):
    for _ in range(bursts):
        size = int(min(60, 1 + rng.geometric(0.06)))
        yield rng.integers(0, 50, (size, 6))


def main() -> None:
    cache = PlanCache(Embedder(), sequence=6)
    total, norm = 0, 0.0
    for tokens in load(np.random.default_rng(45), 120):
        vectors = cache(tokens)
        total += len(vectors)
        norm += float(np.abs(vectors).sum())
    print("requests", sum(cache.counters.values()), "rows", total)
    print("mean absolute sum %.4f" % (norm / total))


main()
