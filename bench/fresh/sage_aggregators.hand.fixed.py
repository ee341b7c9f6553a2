# planted: TFR105 a partial of the aggregation is made for every layer and batch and passed to the traced layer
# style: graph-library user, GraphSAGE with neighbour sampling, functools.partial for the settings
import functools

import numpy as np
import tensorflow as tf

NODES, FANOUT, WIDTH = 40, 5, 6


def mean_pool(messages, mask):
    total = tf.reduce_sum(messages * mask[..., None], axis=1)
    return total / (tf.reduce_sum(mask, axis=1, keepdims=True) + 1e-6)


def soft_max_pool(messages, mask, sharpness):
    logits = sharpness * messages + 1e3 * (mask[..., None] - 1.0)
    return tf.reduce_sum(tf.nn.softmax(logits, axis=1) * messages * mask[..., None], axis=1)


sharp_pool = functools.partial(soft_max_pool, sharpness=4.0)


@tf.function
def sage_layer(own, neighbours, mask, w_self, w_neighbours, pool):
    pooled = pool(neighbours, mask)
    out = tf.nn.relu(own @ w_self + pooled @ w_neighbours)
    return tf.math.l2_normalize(out, axis=-1)


class Sampler:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        links = self.rng.random((NODES, NODES)) < 0.1
        self.neighbours = [np.flatnonzero(row) for row in links]

    def sample(self, nodes):
        table = np.zeros((len(nodes), FANOUT), np.int32)
        mask = np.zeros((len(nodes), FANOUT), np.float32)
        for row, node in enumerate(nodes):
            found = self.rng.permutation(self.neighbours[node])[:FANOUT]
            table[row, :len(found)] = found
            mask[row, :len(found)] = 1.0
        return table, mask


class GraphSage:
    def __init__(self, layers=2, seed=0):
        self.weights = [
            [0.6 * tf.random.stateless_normal([WIDTH, WIDTH], [seed, 2 * i + j]) for j in range(2)]
            for i in range(layers)
        ]

    def embed(self, features, sampler, aggregator, batch=10):
        for w_self, w_neighbours in self.weights:
            parts = []
            for start in range(0, NODES, batch):
                nodes = np.arange(start, start + batch)
                table, mask = sampler.sample(nodes)
                if aggregator == "mean":
                    pool = mean_pool
                else:
                    pool = sharp_pool
                parts.append(sage_layer(
                    features[start:start + batch], tf.gather(features, table), mask,
                    w_self, w_neighbours, pool,
                ))
            features = tf.concat(parts, axis=0)
        return features


features = tf.random.stateless_normal([NODES, WIDTH], [9, 9])
for aggregator in ("mean", "max"):
    embedding = GraphSage().embed(features, Sampler(4), aggregator).numpy()
    similar = embedding @ embedding.T
    np.fill_diagonal(similar, -1.0)
    print(aggregator, "mean", np.round(embedding.mean(axis=0), 4).tolist())
    print(aggregator, "closest to node 0:", similar[0].argmax(), round(float(similar[0].max()), 4))
