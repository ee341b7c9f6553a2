# planted: TFR301 TFR101 the number of propagation hops is tuned as a Python int and unrolled by range in the traced scoring
# style: recommendation on a graph, hyperparameter sweep over hops and mixing, functions and a result table
import itertools

import numpy as np
import tensorflow as tf

LISTENERS, FESTIVALS, TASTES = 60, 40, 4


def attendance(seed):
    rng = np.random.default_rng(seed)
    taste = rng.dirichlet(np.full(TASTES, 0.3), LISTENERS)
    style = rng.dirichlet(np.full(TASTES, 0.3), FESTIVALS)
    chance = 0.02 + 0.9 * (taste @ style.T) ** 2
    seen = rng.random((LISTENERS, FESTIVALS)) < chance
    hidden = seen & (rng.random(seen.shape) < 0.25)
    return (seen & ~hidden).astype("float32"), hidden


def normalised_adjacency(seen):
    size = LISTENERS + FESTIVALS
    full = np.zeros((size, size), "float32")
    full[:LISTENERS, LISTENERS:] = seen
    full += full.T
    scale = 1 / np.sqrt(np.maximum(full.sum(1), 1))
    return full * scale[:, None] * scale[None, :]


@tf.function
def propagate(adjacency, start, hops, damping):
    layer = start
    total = start
    for _ in tf.range(hops):
        layer = damping * tf.matmul(adjacency, layer) + (1.0 - damping) * start
        total = total + layer
    embedding = total / tf.cast(hops + 1, tf.float32)
    users, items = embedding[:LISTENERS], embedding[LISTENERS:]
    return tf.matmul(users, items, transpose_b=True)


def recall_at(scores, seen, hidden, k):
    scores = np.where(seen > 0, -np.inf, scores)
    top = np.argsort(-scores, axis=1, kind="stable")[:, :k]
    found = np.take_along_axis(hidden, top, axis=1).sum()
    return found / hidden.sum()


def sweep(seen, hidden, hop_choices, damping_choices, width, seed):
    rng = np.random.default_rng(seed)
    adjacency = tf.constant(normalised_adjacency(seen))
    start = tf.constant(rng.normal(size=(LISTENERS + FESTIVALS, width)), tf.float32)
    results = {}
    for hops, damping in itertools.product(hop_choices, damping_choices):
        scores = propagate(adjacency, start, tf.constant(hops), tf.constant(damping, tf.float32))
        results[hops, damping] = recall_at(scores.numpy(), seen, hidden, k=8)
    return results


def main():
    seen, hidden = attendance(seed=59)
    print("visits %d hidden %d" % (seen.sum(), hidden.sum()))
    damping_choices = (0.6, 0.9, 1.0)
    results = sweep(seen, hidden, range(1, 25), damping_choices, width=64, seed=59)
    for damping in damping_choices:
        row = [results[hops, damping] for hops in (1, 2, 4, 8, 16, 24)]
        print("damping %.1f recall" % damping, " ".join("%.2f" % value for value in row))
    popular = np.tile(seen.sum(0), (LISTENERS, 1))
    print("popularity recall %.2f" % recall_at(popular, seen, hidden, k=8))
    best = max(results.values())
    print("best recall %.2f" % best)


if __name__ == "__main__":
    main()
