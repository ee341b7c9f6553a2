# planted: TFR101 each visitor's slate gets a random exploration share as a Python float and the seen share of the day besides
# style: recommendation simulation, session class, random from the standard library, online updates
import random

import numpy as np
import tensorflow as tf
import keras

EXHIBITS, TRAITS, SLATE = 24, 5, 4


class Museum:
    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        self.rng = rng
        self.theme = rng.normal(size=(EXHIBITS, TRAITS))

    def visitor(self):
        return self.rng.normal(size=TRAITS).astype("float32")

    def stays(self, visitor, slate):
        pull = self.theme[slate] @ visitor / 2
        return (pull + self.rng.normal(0, 0.5, len(slate)) > 0.5).astype("float32")


class SlateRecommender:
    def __init__(self, seed, rate=0.3):
        keras.utils.set_random_seed(seed)
        self.random = random.Random(seed)
        self.rate = rate
        self.theme = tf.Variable(np.random.default_rng(seed).normal(0, 0.1, (EXHIBITS, TRAITS)).astype("float32"))
        self.shown = tf.Variable(tf.ones([EXHIBITS]))

    @tf.function
    def slate(self, visitor, share, progress):
        liking = tf.sigmoid(tf.linalg.matvec(self.theme, visitor))
        novelty = tf.sqrt(tf.math.log1p(tf.reduce_sum(self.shown)) / self.shown)
        score = (1.0 - share) * liking + share * (1.0 - progress) * novelty
        chosen = tf.math.top_k(score, SLATE).indices
        self.shown.scatter_nd_add(chosen[:, None], tf.ones([SLATE]))
        return chosen

    @tf.function
    def learn(self, visitor, chosen, stayed):
        rows = tf.gather(self.theme, chosen)
        error = stayed - tf.sigmoid(tf.linalg.matvec(rows, visitor))
        self.theme.scatter_nd_add(chosen[:, None], self.rate * error[:, None] * visitor[None])

    def recommend(self, visitor, progress):
        share = 0.6 * self.random.random()
        return self.slate(tf.constant(visitor), share, progress)


def open_day(museum, recommender, visitors):
    for number in range(visitors):
        visitor = museum.visitor()
        chosen = recommender.recommend(visitor, number / visitors)
        stayed = museum.stays(visitor, chosen.numpy())
        recommender.learn(tf.constant(visitor), chosen, tf.constant(stayed))
        yield float(stayed.mean()), set(chosen.numpy().tolist())


def main():
    museum, recommender = Museum(109), SlateRecommender(109)
    for day in range(3):
        stayed, slates = zip(*open_day(museum, recommender, visitors=50))
        print("day %d stayed %.2f of the slate, %d exhibits shown" % (
            day + 1, np.mean(stayed), len(set().union(*slates))))
    fit = np.corrcoef(recommender.theme.numpy().ravel(), museum.theme.ravel())[0, 1]
    print("agreement with the true themes %.2f" % fit)


if __name__ == "__main__":
    main()
