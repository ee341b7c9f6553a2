"""What ringers call music: runs, tenors together, and no bell that jumps about."""
import tensorflow as tf

PARTIALS = tf.constant([1.0, 1.2, 1.5, 2.0])


@tf.function
def musicality(row):
    bells = tf.cast(row, tf.float32)
    steps = bells[1:] - bells[:-1]
    runs = tf.reduce_sum(tf.cast(tf.abs(steps) < 1.5, tf.float32))
    thirds = tf.reduce_sum(tf.cast(tf.abs(tf.abs(steps) - 2.0) < 0.5, tf.float32))
    ending = tf.exp(-tf.reduce_sum(tf.abs(bells[-2:] - tf.constant([7.0, 8.0]))))
    return 0.4 * runs + 0.15 * thirds + 1.5 * ending


@tf.function
def clash(before, after):
    last = tf.pow(2.0, -tf.cast(before, tf.float32) / 7.0)[-1]
    first = tf.pow(2.0, -tf.cast(after, tf.float32) / 7.0)[0]
    beats = tf.abs(last * PARTIALS[:, None] - first * PARTIALS[None, :])
    return tf.reduce_sum(tf.exp(-20.0 * beats))
