import tensorflow as tf


def make_iterator(x, y, bs):
    ds = tf.data.Dataset.from_tensor_slices((x, y)).repeat().batch(bs)
    iterator = tf.compat.v1.data.make_initializable_iterator(ds)
    return iterator
