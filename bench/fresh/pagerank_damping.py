# planted: TFR101 the walk is compiled once, but each damping of the study is bound to it by functools.partial as a float
# style: graph analytics, partials, islice and iterate as in functional Python
import functools
import itertools

import numpy as np
import tensorflow as tf


def random_citations(n=60, out=4, seed=29):
    """later papers cite earlier ones, the well cited more often"""
    rng = np.random.default_rng(seed)
    cited = np.ones(n)
    edges = []
    for i in range(out, n):
        p = cited[:i] / cited[:i].sum()
        for j in rng.choice(i, size=out, replace=False, p=p):
            edges.append((i, int(j)))
            cited[j] += 1
    return n, edges


def to_sparse(n, edges):
    degree = np.bincount([a for a, _ in edges], minlength=n)
    triples = sorted((b, a, 1.0 / degree[a]) for a, b in edges)
    indices = [(b, a) for b, a, _ in triples]
    return tf.sparse.SparseTensor(indices, tf.constant([w for *_, w in triples], tf.float32), (n, n))


@tf.function
def walk(rank, matrix, teleport, damping):
    moved = tf.sparse.sparse_dense_matmul(matrix, rank[:, None])[:, 0]
    # dangling papers hand their rank to everybody
    lost = 1.0 - tf.reduce_sum(moved)
    return damping * (moved + lost * teleport) + (1.0 - damping) * teleport


def iterate(f, x):
    while True:
        yield x
        x = f(x)


def settle(f, start, tol=1e-6, limit=100):
    sequence = iterate(f, start)
    previous = next(sequence)
    for count, rank in enumerate(itertools.islice(sequence, limit), 1):
        if float(tf.reduce_sum(tf.abs(rank - previous))) < tol:
            break
        previous = rank
    return rank, count


def study(dampings):
    n, edges = random_citations()
    matrix = to_sparse(n, edges)
    uniform = tf.fill([n], 1.0 / n)
    for damping in dampings:
        step = functools.partial(walk, matrix=matrix, teleport=uniform, damping=damping)
        yield damping, *settle(step, uniform)


if __name__ == "__main__":
    reference = None
    for damping, rank, count in study([0.5 + 0.05 * k for k in range(9)]):
        top = np.argsort(-rank.numpy(), kind="stable")[:5].tolist()
        reference = reference or set(top)
        print(f"damping {damping:.2f}: leader {top[0]} with {float(rank[top[0]]):.4f}, kept {len(reference & set(top))}/5")
