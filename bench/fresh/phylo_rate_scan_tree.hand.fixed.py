"""Felsenstein pruning under Jukes-Cantor on a nested-tuple tree."""
import tensorflow as tf



def transition(partial, length):
    same = 0.25 + 0.75 * tf.exp(-4.0 / 3.0 * length)
    other = 0.25 - 0.25 * tf.exp(-4.0 / 3.0 * length)
    total = tf.reduce_sum(partial, axis=-1, keepdims=True)
    return same * partial + other * (total - partial)


def partials(node, leaves, rate):
    """A leaf is (name, length); every branch is multiplied by the rate."""
    if isinstance(node[0], str):
        return transition(leaves[node[0]], node[1] * rate)
    left, right, length = node
    return transition(partials(left, leaves, rate) * partials(right, leaves, rate), length * rate)


@tf.function
def site_log_likelihoods(tree, leaves, rate):
    return tf.math.log(tf.reduce_mean(partials(tree, leaves, rate), axis=-1))
