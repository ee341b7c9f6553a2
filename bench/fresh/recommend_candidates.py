# planted: TFR103 TFR101 lists of candidate ids and a user id go into the scorer as Python values
# style: recommender with a candidate generator and a ranker
import numpy as np
import tensorflow as tf

N_USERS, N_ITEMS, DIM = 20, 50, 8


class CandidateGenerator:
    """Items that co-occurred with what the user has seen."""

    def __init__(self, seed=0):
        rng = np.random.default_rng(seed)
        self.neighbours = {i: rng.choice(N_ITEMS, size=4, replace=False) for i in range(N_ITEMS)}
        self.history = {u: rng.choice(N_ITEMS, size=1 + u % 4) for u in range(N_USERS)}

    def candidates(self, user):
        seen = {int(i) for i in self.history[user]}
        found = {int(n) for item in seen for n in self.neighbours[item]}
        return sorted(found - seen)


class Ranker:
    def __init__(self, seed=1):
        rng = np.random.default_rng(seed)
        self.users = tf.Variable(rng.normal(size=(N_USERS, DIM)).astype("float32"))
        self.items = tf.Variable(rng.normal(size=(N_ITEMS, DIM)).astype("float32"))

    @tf.function
    def score(self, user, items):
        user_vector = tf.gather(self.users, user)
        item_vectors = tf.gather(self.items, items)
        return tf.linalg.matvec(item_vectors, user_vector)


class Recommender:
    def __init__(self):
        self.generator = CandidateGenerator()
        self.ranker = Ranker()

    def recommend(self, user, k=3):
        candidates = self.generator.candidates(user)
        scores = self.ranker.score(user, candidates).numpy()
        order = np.argsort(-scores)[:k]
        return [(candidates[i], round(float(scores[i]), 3)) for i in order]


recommender = Recommender()
for user_id in range(10):
    print(user_id, recommender.recommend(user_id))
