# planted: TFR103 a visitor's history is a Python list of item numbers that grows, and it is handed over as it is
# style: shop backend, item-to-item recommender replaying a log of visits
from collections import Counter, defaultdict

import numpy as np
import tensorflow as tf

ITEMS = 24
LOG_LENGTH = 60


def visit_log():
    rng = np.random.default_rng(17)
    state = {visitor: int(rng.integers(ITEMS)) for visitor in range(6)}
    for _ in range(LOG_LENGTH):
        visitor = int(rng.integers(6))
        state[visitor] = (state[visitor] + int(rng.integers(1, 4))) % ITEMS
        yield visitor, state[visitor]


class Recommender:
    def __init__(self, dimensions=8):
        angle = np.linspace(0, 2 * np.pi, ITEMS, endpoint=False)
        waves = [f(k * angle) for k in range(1, dimensions // 2 + 1) for f in (np.cos, np.sin)]
        self.items = tf.constant(np.stack(waves, axis=1), tf.float32)
        self.decay = 0.7

    @tf.function
    def rank(self, history):
        history = tf.convert_to_tensor(history)
        age = tf.cast(tf.size(history) - 1 - tf.range(tf.size(history)), tf.float32)
        weights = self.decay ** age
        profile = tf.linalg.matvec(tf.gather(self.items, history), weights, transpose_a=True)
        scores = tf.linalg.matvec(self.items, profile / tf.reduce_sum(weights))
        scores = tf.tensor_scatter_nd_add(
            scores, history[:, None], tf.fill([tf.size(history)], -10.0)
        )
        return tf.math.top_k(scores, k=3)


class Shop:
    def __init__(self, recommender):
        self.recommender = recommender
        self.histories = defaultdict(list)
        self.hits = Counter()

    def visit(self, visitor, item):
        history = self.histories[visitor]
        best = None
        if history:
            values, indices = self.recommender.rank(history)
            best = float(values[0])
            self.hits["shown"] += 1
            self.hits["hit"] += item in indices.numpy()
        history.append(item)
        return best


shop = Shop(Recommender())
scores = [shop.visit(visitor, item) for visitor, item in visit_log()]
scores = [score for score in scores if score is not None]
print("shown", shop.hits["shown"], "hits", int(shop.hits["hit"]))
print("mean best score", round(float(np.mean(scores)), 4))
print("last scores", [round(score, 4) for score in scores[-5:]])
print("lengths", sorted(len(history) for history in shop.histories.values()))
