"""Put a row of torn photo strips back in order by the pixels along their edges."""
from dataclasses import dataclass

import numpy as np
import tensorflow as tf


@dataclass
class Strip:
    number: int
    pixels: np.ndarray

    @property
    def left(self):
        return tf.constant(self.pixels[:, 0], tf.float32)

    @property
    def right(self):
        return tf.constant(self.pixels[:, -1], tf.float32)


def torn_photo(strips, width=6, height=40, seed=23):
    rng = np.random.default_rng(seed)
    total = strips * width
    x = np.arange(total)
    waves = sum(np.sin(x[None, :] * rng.uniform(0.05, 0.4) + np.arange(height)[:, None] * rng.uniform(0.1, 0.9)
                       + rng.uniform(0, 6)) for _ in range(6))
    photo = waves + 0.2 * rng.normal(size=waves.shape)
    pieces = [Strip(i, photo[:, i * width:(i + 1) * width]) for i in range(strips)]
    order = rng.permutation(strips)
    return [pieces[i] for i in order]


def smooth(edges):
    return (edges + tf.roll(edges, 1, axis=-1) + tf.roll(edges, -1, axis=-1)) / 3.0


@tf.function
def mismatch(candidates, edge):
    return tf.reduce_mean(tf.abs(smooth(candidates) - smooth(edge)), axis=1)


def mismatch_table(pieces):
    lefts = tf.stack([piece.left for piece in pieces])
    table = []
    for piece in pieces:
        table.append(mismatch(lefts, piece.right).numpy())
    table = np.array(table)
    np.fill_diagonal(table, np.inf)
    return table


def assemble(table):
    """Greedy: join the best remaining pair until one chain is left."""
    follows, taken = {}, set()
    chain_end = list(range(len(table)))
    for flat in np.argsort(table, axis=None):
        a, b = np.unravel_index(flat, table.shape)
        if a in follows or b in taken or chain_end[b] == a:
            continue
        follows[a] = b
        taken.add(b)
        start, end = chain_end[a], chain_end[b]
        chain_end[start], chain_end[end] = end, start
        if len(follows) == len(table) - 1:
            break
    here = next(i for i in range(len(table)) if i not in taken)
    chain = [here]
    while here in follows:
        here = follows[here]
        chain.append(here)
    return chain


pieces = torn_photo(strips=18)
table = mismatch_table(pieces)
chain = assemble(table)
numbers = [pieces[i].number for i in chain]
right = sum(b == a + 1 for a, b in zip(numbers, numbers[1:]))
print("order found:", numbers)
print("right joints:", right, "of", len(numbers) - 1)
print("best joint:", round(float(table.min()), 3))
print("median joint:", round(float(np.median(table[np.isfinite(table)])), 3))
