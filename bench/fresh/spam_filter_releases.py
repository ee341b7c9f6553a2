# planted: TFR106 every release makes a new Keras model and the module-level traced scorer gets it as an argument
# style: long-running service with hot reload, publisher thread simulated by a generator
"""A spam filter that is handed new weights every hour and keeps answering in between."""
import logging

import numpy as np
import tensorflow as tf

logging.basicConfig(level=logging.ERROR)
log = logging.getLogger("spamd")
FEATURES = 10


def make_network():
    return tf.keras.Sequential([
        tf.keras.Input((FEATURES,)),
        tf.keras.layers.Dense(8, activation="tanh"),
        tf.keras.layers.Dense(1),
    ])


@tf.function
def spam_probability(network, mails):
    return tf.sigmoid(network(mails, training=False))[:, 0]


class SpamFilter:
    def __init__(self, limit=0.5):
        self.limit = limit
        self.version = None
        self.network = None
        self.blocked = 0
        self.history = []

    def reload(self, version, weights):
        network = make_network()
        network.set_weights(weights)
        self.network, self.version = network, version
        log.info("serving %s", version)

    def check(self, mails):
        p = spam_probability(self.network, mails)
        flags = p.numpy() > self.limit
        self.blocked += int(flags.sum())
        self.history.append((self.version, float(tf.reduce_mean(p))))
        return flags


def releases(count, rng):
    """Weights as the training cluster publishes them, drifting a little each hour."""
    weights = [rng.normal(0, 0.6, (FEATURES, 8)), rng.normal(0, 0.1, 8),
               rng.normal(0, 0.8, (8, 1)), rng.normal(0, 0.1, 1)]
    for hour in range(count):
        weights = [w + 0.08 * rng.normal(size=w.shape) for w in weights]
        yield f"v{hour:02d}", weights


def main():
    rng = np.random.default_rng(33)
    spam_filter = SpamFilter()
    disagreements = 0
    last = None
    probe = tf.constant(rng.normal(size=(16, FEATURES)), tf.float32)
    for version, weights in releases(20, rng):
        spam_filter.reload(version, weights)
        for _ in range(2):
            spam_filter.check(tf.constant(rng.normal(size=(16, FEATURES)), tf.float32))
        flags = spam_filter.check(probe)
        if last is not None:
            disagreements += int((flags != last).sum())
        last = flags
    means = [mean for _, mean in spam_filter.history]
    print("checked batches:", len(spam_filter.history))
    print("blocked:", spam_filter.blocked)
    print("verdicts that changed between releases:", disagreements)
    print("mean probability:", round(float(np.mean(means)), 3), "last", round(means[-1], 3))


if __name__ == "__main__":
    main()
