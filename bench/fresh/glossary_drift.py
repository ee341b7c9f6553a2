# planted: TFR502 embed() writes tf.function(self.encoder)(...) and is called for every month of the archive
# style: text monitoring, hashing vectoriser by hand, Monitor class with a baseline and a property
import zlib

import numpy as np
import tensorflow as tf
from tensorflow import keras

TOPICS = {
    "billing": "invoice amount refund charge card payment late fee".split(),
    "network": "router signal outage slow cable reset speed drop".split(),
    "contract": "cancel renew term offer upgrade plan notice sign".split(),
}
BUCKETS = 64


def month(number, rng, messages=40):
    """the share of network complaints grows after month 6"""
    shares = np.array([0.4, 0.2 + 0.05 * max(0, number - 6), 0.4])
    names = rng.choice(list(TOPICS), size=messages, p=shares / shares.sum())
    for name in names:
        yield " ".join(rng.choice(TOPICS[name], size=5))


def vectorise(texts):
    x = np.zeros((len(texts), BUCKETS), "float32")
    for row, text in enumerate(texts):
        for word in text.split():
            x[row, zlib.crc32(word.encode()) % BUCKETS] += 1
    return x


class Monitor:
    def __init__(self, encoder, sensitivity=2.5):
        self.encoder = encoder
        self.sensitivity = sensitivity
        self.centroids = []

    def embed(self, texts):
        return tf.function(self.encoder)(tf.constant(vectorise(texts))).numpy()

    @property
    def baseline(self):
        reference = np.stack(self.centroids[:6])
        centre = reference.mean(axis=0)
        spread = np.linalg.norm(reference - centre, axis=1)
        return centre, spread.mean() + 1e-9

    def observe(self, texts):
        self.centroids.append(self.embed(texts).mean(axis=0))
        if len(self.centroids) <= 6:
            return None
        centre, spread = self.baseline
        return float(np.linalg.norm(self.centroids[-1] - centre) / spread)


def main():
    keras.utils.set_random_seed(52)
    encoder = keras.Sequential([
        keras.Input((BUCKETS,)),
        keras.layers.Dense(32, activation="relu"),
        keras.layers.Dense(6, activation="tanh"),
    ])
    rng = np.random.default_rng(52)
    monitor = Monitor(encoder)
    alarms = []
    for number in range(1, 16):
        score = monitor.observe(list(month(number, rng)))
        if score is not None and score > monitor.sensitivity:
            alarms.append(number)
        if score is not None and number % 2:
            print(f"month {number:2d}: drift {score:.2f}")
    print("alarms in months", alarms)


if __name__ == "__main__":
    main()
