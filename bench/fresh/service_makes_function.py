# planted: TFR502 a method that decorates a function of its own at each call
# style: class with a method, logging
import logging

import numpy as np
import tensorflow as tf

log = logging.getLogger("scorer")


class Scorer:
    def __init__(self, dim):
        rng = np.random.default_rng(dim)
        self.weights = tf.Variable(rng.normal(size=(dim, 1)).astype(np.float32))
        self.bias = tf.Variable([0.1])

    def score(self, rows):
        @tf.function
        def forward(x):
            return tf.sigmoid(tf.matmul(x, self.weights) + self.bias)

        x = tf.constant(np.asarray(rows, dtype=np.float32))
        log.debug("scoring %d rows", len(rows))
        return forward(x).numpy().ravel()


if __name__ == "__main__":
    scorer = Scorer(3)
    rng = np.random.default_rng(0)
    for _ in range(5):
        print(scorer.score(rng.normal(size=(4, 3)).tolist()).round(4))
