"""A decorator which runs a function as a graph and keeps count of the calls."""
import collections
import functools

import tensorflow as tf

calls = collections.Counter()


def graph(fn):
    @functools.wraps(fn)
    def wrapper(*args):
        calls[fn.__name__] += 1
        compiled = tf.function(fn)
        return compiled(*args)

    return wrapper
