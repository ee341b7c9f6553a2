"""Felsenstein pruning under Jukes-Cantor on a nested-tuple tree."""
import tensorflow as tf


def scaled(node, rate):
    """The same tree with every branch multiplied by the rate; a leaf is (name, length)."""
    if isinstance(node[0], str):
        return node[0], node[1] * rate
    left, right, length = node
    return scaled(left, rate), scaled(right, rate), length * rate


def transition(partial, length):
    same = 0.25 + 0.75 * tf.exp(-4.0 / 3.0 * length)
    other = 0.25 - 0.25 * tf.exp(-4.0 / 3.0 * length)
    total = tf.reduce_sum(partial, axis=-1, keepdims=True)
    return same * partial + other * (total - partial)


def partials(node, leaves):
    if isinstance(node[0], str):
        return transition(leaves[node[0]], node[1])
    left, right, length = node
    return transition(partials(left, leaves) * partials(right, leaves), length)


@tf.function
def site_log_likelihoods(tree, leaves):
    return tf.math.log(tf.reduce_mean(partials(tree, leaves), axis=-1))
