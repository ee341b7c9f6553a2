import tensorflow as tf


def dataset():
    img = tf.random.uniform((20, 6))
    cap = tf.random.uniform((20, 5), 1, 12, dtype=tf.int32)
    return tf.data.Dataset.from_tensor_slices((img, cap)).shuffle(20).batch(10)
