"""Measures of ranked lists: one row per query, one column per document."""
import tensorflow as tf


def by_score(scores, relevance):
    """Return the relevance of the documents, the best score first."""
    order = tf.argsort(scores, direction="DESCENDING", stable=True)
    return tf.gather(relevance, order, batch_dims=1)


@tf.function
def precision_at(scores, relevance, k):
    ranked = by_score(scores, relevance)
    return tf.reduce_mean(tf.cast(ranked[:, :k] > 0, tf.float32))


@tf.function
def ndcg_at(scores, relevance, k):
    ranked = by_score(scores, relevance)
    ideal = tf.sort(relevance, direction="DESCENDING")
    places = tf.range(tf.shape(scores)[1])
    discount = tf.where(places < k, 1.0 / tf.math.log(tf.cast(places, tf.float32) + 2.0), 0.0)
    gain = tf.reduce_sum((2.0 ** ranked - 1.0) * discount, axis=1)
    best = tf.reduce_sum((2.0 ** ideal - 1.0) * discount, axis=1)
    return tf.reduce_mean(tf.math.divide_no_nan(gain, best))


@tf.function
def reciprocal_rank(scores, relevance):
    ranked = by_score(scores, relevance) > 0
    first = tf.cast(tf.argmax(tf.cast(ranked, tf.int32), axis=1), tf.float32)
    found = tf.reduce_any(ranked, axis=1)
    return tf.reduce_mean(tf.where(found, 1.0 / (first + 1.0), 0.0))


def curve(measure, scores, relevance, cutoffs):
    """Evaluate a measure at several cutoffs."""
    return [float(measure(scores, relevance, k)) for k in cutoffs]
