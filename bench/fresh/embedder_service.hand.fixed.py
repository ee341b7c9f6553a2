# embedder_service, cured.
import hashlib

import numpy as np
import tensorflow as tf

VOCABULARY, DIM = 200, 16

CORPUS = [
    "retry policies for flaky network calls",
    "how to roast vegetables in the oven",
    "memory leaks in long running services",
    "a short history of the bicycle",
    "baking bread at home",
]
QUERIES = [
    "network calls fail",
    "bread",
    "why does my service leak memory after some days",
    "oven vegetables",
    "who invented the bicycle and when",
]


def token_ids(text):
    return [int(hashlib.md5(w.encode()).hexdigest(), 16) % VOCABULARY for w in text.split()]


class Embedder:
    def __init__(self, seed=9):
        rng = np.random.default_rng(seed)
        self.table = tf.Variable(rng.normal(size=(VOCABULARY, DIM)).astype("float32"))
        self.projection = tf.Variable(rng.normal(size=(DIM, DIM)).astype("float32") / DIM**0.5)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def _encode(self, ids):
        vectors = tf.nn.embedding_lookup(self.table, ids)
        pooled = tf.reduce_mean(vectors, axis=0, keepdims=True)
        return tf.nn.l2_normalize(pooled @ self.projection, axis=1)[0]

    def __call__(self, text):
        return self._encode(tf.constant(token_ids(text))).numpy()


class SearchIndex:
    def __init__(self, embedder, documents):
        self.embedder = embedder
        self.documents = documents
        self.matrix = np.stack([embedder(document) for document in documents])

    def query(self, text):
        scores = self.matrix @ self.embedder(text)
        best = int(scores.argmax())
        return self.documents[best], float(scores[best])


index = SearchIndex(Embedder(), CORPUS)
for text in QUERIES:
    document, score = index.query(text)
    print(f"{text!r} -> {document!r} ({score:.4f})")
