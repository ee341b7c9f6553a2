# planted: TFR101 the name of the class is passed as a Python string, one after the other
# style: social-media analyst, naive Bayes by hand on days of tweets
import numpy as np
import tensorflow as tf

LABELS = ["angry", "happy", "question", "advert", "news", "other"]
VOCABULARY = 40
DAYS = 3


def tweets_of(day, count=80, length=9):
    rng = np.random.default_rng(100 + day)
    labels = rng.choice(LABELS, count, p=[0.15, 0.25, 0.1, 0.2, 0.2, 0.1])
    words = np.zeros((count, length), np.int32)
    for row, label in enumerate(labels):
        centre = 3 + 6 * LABELS.index(label)
        words[row] = np.clip(np.round(rng.normal(centre, 5.0, length)), 0, VOCABULARY - 1)
    return words, labels


@tf.function
def word_counts(words, labels, label):
    chosen = tf.cast(tf.equal(labels, label), tf.float32)
    seen = tf.reduce_sum(tf.one_hot(words, VOCABULARY), axis=1)
    return tf.linalg.matvec(seen, chosen, transpose_a=True), tf.reduce_sum(chosen)


@tf.function
def log_odds(words, likelihood, prior):
    seen = tf.reduce_sum(tf.one_hot(words, VOCABULARY), axis=1)
    return tf.linalg.matmul(seen, likelihood, transpose_b=True) + prior


class DailyNaiveBayes:
    def __init__(self, smoothing=0.5):
        self.counts = {label: np.full(VOCABULARY, smoothing, "float32") for label in LABELS}
        self.totals = {label: 1.0 for label in LABELS}

    def update(self, words, labels):
        words, labels = tf.constant(words), tf.constant(labels)
        for label in LABELS:
            counts, total = word_counts(words, labels, label)
            self.counts[label] += counts.numpy()
            self.totals[label] += float(total)

    def classify(self, words):
        counts = np.stack([self.counts[label] for label in LABELS])
        likelihood = np.log(counts / counts.sum(axis=1, keepdims=True))
        totals = np.array([self.totals[label] for label in LABELS], "float32")
        scores = log_odds(words, likelihood, np.log(totals / totals.sum()))
        return np.array(LABELS)[np.argmax(scores, axis=1)], scores.numpy()


bayes = DailyNaiveBayes()
for day in range(DAYS):
    words, labels = tweets_of(day)
    if day:
        guesses, scores = bayes.classify(words)
        print(f"day {day}: accuracy {np.mean(guesses == labels):.3f}, mean score {scores.mean():.3f}")
    bayes.update(words, labels)
for label in LABELS:
    top = np.argsort(-bayes.counts[label], kind="stable")[:3]
    print(label, top.tolist(), round(bayes.totals[label], 1))
