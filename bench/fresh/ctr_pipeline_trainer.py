"""Logistic regression over one-hot fields, one variable per field."""
import tensorflow as tf

RATE = 0.8


def new_weights(fields):
    return [tf.Variable(tf.zeros([size]), name="field_%d" % i) for i, size in enumerate(fields)]


def logits_of(weights, columns):
    return tf.add_n([tf.gather(w, columns[:, i]) for i, w in enumerate(weights)])


def logloss(weights, columns, clicks):
    logits = logits_of(weights, columns)
    return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=clicks, logits=logits))


def evaluate(weights, columns, clicks):
    return float(logloss(weights, columns, clicks))


def train_hour(weights, columns, clicks, passes):
    @tf.function
    def step(columns, clicks):
        with tf.GradientTape() as tape:
            loss = logloss(weights, columns, clicks)
        for w, g in zip(weights, tape.gradient(loss, weights)):
            w.assign_sub(RATE * tf.convert_to_tensor(g))
        return loss

    loss = None
    for _ in range(passes):
        loss = step(columns, clicks)
    return float(loss)
