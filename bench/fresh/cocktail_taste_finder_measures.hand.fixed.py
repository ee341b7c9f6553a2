"""Measures of likeness between flavour profiles."""
import tensorflow as tf

MEASURES = {}


def measure(fn):
    MEASURES[fn.__name__] = fn
    return fn


@measure
def cosine(table, taste, stress):
    a = tf.nn.l2_normalize(table**stress, -1)
    return tf.linalg.matvec(a, tf.nn.l2_normalize(taste**stress, 0))


@measure
def overlap(table, taste, stress):
    shared = tf.reduce_sum(tf.minimum(table, taste) ** stress, -1)
    return shared / tf.reduce_sum(tf.maximum(table, taste) ** stress, -1)


@measure
def distance(table, taste, stress):
    return tf.exp(-stress * tf.reduce_sum((table - taste) ** 2, -1))


@tf.function
def rank(score, table, taste, stress):
    scores = score(table, taste, stress)
    return tf.argsort(scores, direction="DESCENDING"), scores
