# planted: TFR101 TFR303 the relevance weight is a Python float that also decides a branch in the traced reranker
# style: evaluation sweep, argparse defaults, TensorArray
"""Trade relevance against diversity in a list of recommended articles."""
import argparse

import numpy as np
import tensorflow as tf


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--articles", type=int, default=80)
    parser.add_argument("--topics", type=int, default=8)
    parser.add_argument("--list-length", type=int, default=10)
    parser.add_argument("--steps", type=int, default=20)
    return parser.parse_args([])


def catalogue(articles, topics, seed=4):
    rng = np.random.default_rng(seed)
    topic = rng.integers(0, topics, size=articles)
    centres = rng.normal(size=(topics, 16))
    vectors = centres[topic] + 0.5 * rng.normal(size=(articles, 16))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    reader = centres[0] + 0.6 * centres[1]
    relevance = vectors @ (reader / np.linalg.norm(reader))
    return vectors.astype("float32"), relevance.astype("float32"), topic


class Reranker:
    def __init__(self, vectors, list_length):
        self.similarity = tf.matmul(vectors, vectors, transpose_b=True)
        self.list_length = list_length

    @tf.function
    def rerank(self, relevance, weight):
        chosen = tf.zeros_like(relevance)
        order = tf.TensorArray(tf.int32, size=self.list_length)
        for place in tf.range(self.list_length):
            score = relevance
            if weight < 1.0:
                closeness = self.similarity * chosen[tf.newaxis, :]
                score = weight * relevance - (1.0 - weight) * tf.reduce_max(closeness, axis=1)
            score = tf.where(chosen > 0.0, -1e6, score)
            best = tf.argmax(score, output_type=tf.int32)
            chosen += tf.one_hot(best, tf.shape(chosen)[0])
            order = order.write(place, best)
        return order.stack()


def quality(order, relevance, topic):
    discounts = 1.0 / np.log2(np.arange(len(order)) + 2.0)
    gain = float(np.sum(relevance[order] * discounts) / np.sum(discounts))
    return gain, len(set(topic[order].tolist()))


def sweep(reranker, relevance, topic, steps):
    rows = []
    weight = 0.0
    for _ in range(steps + 1):
        order = reranker.rerank(tf.constant(relevance), weight).numpy()
        rows.append((weight,) + quality(order, relevance, topic))
        weight = round(weight + 1.0 / steps, 6)
    return rows


def main():
    args = parse()
    vectors, relevance, topic = catalogue(args.articles, args.topics)
    reranker = Reranker(tf.constant(vectors), args.list_length)
    rows = sweep(reranker, relevance, topic, args.steps)
    for weight, gain, topics in rows[::4]:
        print(f"weight {weight:.2f} gain {gain:.3f} topics {topics}")
    best = max(rows, key=lambda row: row[1] + 0.05 * row[2])
    print(f"chosen weight {best[0]:.2f}")


if __name__ == "__main__":
    main()
