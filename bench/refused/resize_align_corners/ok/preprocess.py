import tensorflow as tf


def prepare(frames):
    small = tf.image.resize(frames, (16, 16))
    return tf.image.per_image_standardization(small).numpy()
