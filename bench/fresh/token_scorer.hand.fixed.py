# token_scorer, cured.
import re
from collections import Counter

import numpy as np
import tensorflow as tf

CORPUS = """the cat sat on the mat . the dog sat on the log .
a cat and a dog ran . the log was on the mat ."""

QUERIES = [
    "the cat sat",
    "a dog ran on the log",
    "the mat",
    "mat the on dog",
    "the zebra sat on a cat .",
]


class Tokenizer:
    def __init__(self, text):
        counts = Counter(self.split(text))
        self.index = {word: i + 1 for i, (word, _) in enumerate(counts.most_common())}

    @staticmethod
    def split(text):
        return re.findall(r"\w+|\.", text.lower())

    def encode(self, text):
        return [self.index.get(word, 0) for word in self.split(text)]

    def __len__(self):
        return len(self.index) + 1


class Bigram:
    def __init__(self, tokenizer, smoothing=0.5):
        self.tokenizer = tokenizer
        table = np.full((len(tokenizer), len(tokenizer)), smoothing, dtype=np.float32)
        ids = tokenizer.encode(CORPUS)
        for a, b in zip(ids, ids[1:]):
            table[a, b] += 1
        self.log_p = tf.constant(np.log(table / table.sum(axis=1, keepdims=True)))

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def log_likelihood(self, tokens):
        pairs = tf.stack([tokens[:-1], tokens[1:]], axis=1)
        return tf.reduce_mean(tf.gather_nd(self.log_p, pairs))

    def score(self, sentence):
        tokens = tf.constant(self.tokenizer.encode(sentence), dtype=tf.int32)
        return float(self.log_likelihood(tokens))


model = Bigram(Tokenizer(CORPUS))
ranked = sorted(QUERIES, key=model.score, reverse=True)
for query in ranked:
    print("%8.4f  %s" % (model.score(query), query))
