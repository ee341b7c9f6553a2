"""Weighted edit distance between two words; vowels are cheap to confuse."""
import tensorflow as tf

VOWELS = tf.constant([ord(letter) for letter in "aeiouy"])


def encode(word):
    return tf.constant([ord(letter) for letter in word])


def is_vowel(letters):
    return tf.reduce_any(letters[..., None] == VOWELS, axis=-1)


@tf.function(input_signature=[tf.TensorSpec([None], tf.int32), tf.TensorSpec([None], tf.int32)])
def edit_distance(a, b):
    columns = tf.cast(tf.range(tf.size(b) + 1), tf.float32)
    gaps = columns[:, None] - columns[None, :]
    gaps = tf.where(gaps >= 0.0, gaps, 1e6)
    both_vowels = is_vowel(a)[:, None] & is_vowel(b)[None, :]
    swap = tf.where(a[:, None] == b[None, :], 0.0, tf.where(both_vowels, 0.6, 1.0))
    row = columns
    for i in tf.range(tf.size(a)):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(row, tf.TensorShape([None]))])
        kept = tf.minimum(row[1:] + 1.0, row[:-1] + swap[i])
        kept = tf.concat([row[:1] + 1.0, kept], axis=0)
        row = tf.reduce_min(kept[None, :] + gaps, axis=1)
    return row[-1]


def closeness(query, name):
    distance = float(edit_distance(encode(query), encode(name)))
    return 1.0 - distance / max(len(query), len(name))
