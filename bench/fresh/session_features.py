# planted: TFR103 the dictionary of features has the keys that a session happens to have
# style: a streaming service's ranking team, dictionaries from JSON to the model
"""Rank films for sessions; not every session comes with every feature."""

import json

import numpy as np
import tensorflow as tf

FIELDS = {"watched": 5, "searched": 4, "device": 3, "hour": 2}
FILMS = 6


def sessions_as_json(count, rng):
    """Yield sessions as they come off the queue: some features may be missing."""
    taste = {name: rng.normal(size=(size, FILMS)) for name, size in FIELDS.items()}
    for _ in range(count):
        session = {name: rng.normal(size=size).round(3).tolist() for name, size in FIELDS.items()}
        score = sum(np.array(values) @ taste[name] for name, values in session.items())
        for name in list(FIELDS)[1:]:
            if rng.random() < 0.4:
                del session[name]
        session["film"] = int(np.argmax(score))
        yield json.dumps(session)


def parse(line):
    session = json.loads(line)
    film = session.pop("film")
    features = {name: tf.constant(values, tf.float32) for name, values in session.items()}
    return features, tf.constant(film)


class Ranker(tf.Module):
    def __init__(self):
        super().__init__()
        self.tables = {
            name: tf.Variable(tf.zeros([size, FILMS]), name=name) for name, size in FIELDS.items()
        }
        self.popular = tf.Variable(tf.zeros([FILMS]), name="popular")

    def scores(self, features):
        total = tf.identity(self.popular)
        for name, values in features.items():
            total += tf.linalg.matvec(self.tables[name], values, transpose_a=True)
        return total

    @tf.function
    def learn(self, features, film, rate):
        variables = list(self.trainable_variables)
        with tf.GradientTape() as tape:
            logits = self.scores(features)
            loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=film, logits=logits)
        gradients = tape.gradient(loss, variables)
        for variable, gradient in zip(variables, gradients):
            if gradient is not None:
                variable.assign_sub(rate * gradient)
        place = tf.reduce_sum(tf.cast(logits > logits[film], tf.int32)) + 1
        return loss, 1.0 / tf.cast(place, tf.float32)


def main():
    rng = np.random.default_rng(2024)
    ranker = Ranker()
    losses, ranks = [], []
    for number, line in enumerate(sessions_as_json(160, rng), start=1):
        features, film = parse(line)
        loss, reciprocal = ranker.learn(features, film, 0.1)
        losses.append(float(loss))
        ranks.append(float(reciprocal))
        if number % 40 == 0:
            print(f"{number:4d}  loss {np.mean(losses[-40:]):.4f}  rank {np.mean(ranks[-40:]):.4f}")
    for name, table in ranker.tables.items():
        print(f"{name:9s} {float(tf.norm(table)):.4f}")


if __name__ == "__main__":
    main()
