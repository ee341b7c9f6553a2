import tensorflow as tf


def make_iterator(x, y, bs):
    ds = tf.data.Dataset.from_tensor_slices((x, y)).repeat().batch(bs)
    iterator = iter(ds)
    return iterator
