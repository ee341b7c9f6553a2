# planted: TFR105 the learner passes self.rating_loss and self.mood_loss, new bound methods each time, to a traced descend()
# style: recommender with two alternating objectives, class with private helpers
"""Factorise listener-by-song ratings while song factors should also explain a mood label."""
import numpy as np
import tensorflow as tf


@tf.function
def descend(loss_of, variables, rows, columns, targets, rate):
    with tf.GradientTape() as tape:
        loss = loss_of(rows, columns, targets)
    gradients = tape.gradient(loss, variables, unconnected_gradients="zero")
    for variable, gradient in zip(variables, gradients):
        variable.assign_sub(rate * gradient)
    return loss


class MixtapeFactors:
    def __init__(self, listeners, songs, moods, rank=4, seed=0):
        rng = np.random.default_rng(seed)

        def start(*shape):
            return tf.Variable(0.3 * rng.normal(size=shape), dtype=tf.float32)

        self.listeners = start(listeners, rank)
        self.songs = start(songs, rank)
        self.mood_head = start(rank, moods)
        self.curve = {"ratings": [], "moods": []}

    @property
    def variables(self):
        return [self.listeners, self.songs, self.mood_head]

    def rating_loss(self, rows, columns, targets):
        guess = tf.reduce_sum(tf.gather(self.listeners, rows) * tf.gather(self.songs, columns), axis=1)
        return tf.reduce_mean(tf.square(guess - targets))

    def mood_loss(self, rows, columns, targets):
        logits = tf.gather(self.songs, columns) @ self.mood_head
        labels = tf.cast(targets, tf.int32)
        return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits))

    def learn(self, ratings, moods, rounds):
        rate = tf.constant(0.5)
        for _ in range(rounds):
            self._one("ratings", self.rating_loss, ratings, rate)
            self._one("moods", self.mood_loss, moods, rate)

    def _one(self, name, loss_of, batch, rate):
        loss = descend(loss_of, self.variables, *batch, rate)
        self.curve[name].append(float(loss))

    def recommend(self, listener, count=3):
        scores = tf.linalg.matvec(self.songs, self.listeners[listener])
        return tf.math.top_k(scores, count).indices.numpy().tolist()


def collection(seed=31, listeners=14, songs=20, moods=3):
    rng = np.random.default_rng(seed)
    mood = rng.integers(0, moods, songs)
    taste = rng.normal(size=(listeners, moods))
    rows, columns = (a.ravel() for a in np.meshgrid(np.arange(listeners), np.arange(songs), indexing="ij"))
    ratings = taste[rows, mood[columns]] + 0.2 * rng.normal(size=rows.size)
    as_batch = lambda r, c, t: (tf.constant(r), tf.constant(c), tf.constant(t, tf.float32))
    return as_batch(rows, columns, ratings), as_batch(np.zeros(songs, int), np.arange(songs), mood), mood


ratings, moods, mood = collection()
model = MixtapeFactors(14, 20, 3)
model.learn(ratings, moods, rounds=16)
for name, curve in model.curve.items():
    print(f"{name}: {curve[0]:.2f} -> {curve[-1]:.2f}")
guessed = tf.argmax(model.songs @ model.mood_head, axis=1).numpy()
print("moods right:", int((guessed == mood).sum()), "of", len(mood))
print("for listener 3:", model.recommend(3))
