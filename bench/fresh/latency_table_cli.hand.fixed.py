# planted: TFR208 a concrete function is built for every request size of the load table
# style: command line program with argparse defaults, functional Keras scorer served through concrete functions
import argparse

import numpy as np
import tensorflow as tf
import keras


def parse():
    parser = argparse.ArgumentParser(description="Serve hotel review scores and print the load table")
    parser.add_argument("--largest", type=int, default=32)
    parser.add_argument("--requests", type=int, default=120)
    parser.add_argument("--features", type=int, default=16)
    parser.add_argument("--seed", type=int, default=12)
    return parser.parse_known_args()[0]


def review_scorer(features):
    inputs = keras.Input((features,))
    h = inputs
    for width in (64, 64, 32, 32):
        branch = keras.layers.Dense(width, activation="gelu")(h)
        h = keras.layers.LayerNormalization()(branch)
    stars = keras.layers.Dense(5, activation="softmax")(h)
    return keras.Model(inputs, stars)


class Endpoint:
    def __init__(self, model, features):
        self.features = features

        @tf.function
        def score(rows):
            probabilities = model(rows, training=False)
            expected = tf.linalg.matvec(probabilities, tf.range(1.0, 6.0))
            return {"stars": expected, "sure": tf.reduce_max(probabilities, axis=1)}

        self.score = score
        self.table = {}

    def warm_up(self, largest):
        spec = tf.TensorSpec([None, self.features], tf.float32)
        score = self.score.get_concrete_function(spec)
        for size in range(1, largest + 1):
            self.table[size] = score

    def __call__(self, rows):
        return self.table[len(rows)](tf.constant(rows))


def traffic(args):
    rng = np.random.default_rng(args.seed)
    for _ in range(args.requests):
        size = min(args.largest, 1 + int(rng.exponential(args.largest / 4)))
        yield rng.normal(size=(size, args.features)).astype("float32")


def main():
    args = parse()
    keras.utils.set_random_seed(args.seed)
    endpoint = Endpoint(review_scorer(args.features), args.features)
    endpoint.warm_up(args.largest)
    rows_by_band = {"small": [], "medium": [], "large": []}
    for rows in traffic(args):
        answer = endpoint(rows)
        band = "small" if len(rows) <= 4 else "medium" if len(rows) <= 12 else "large"
        rows_by_band[band].append((len(rows), float(tf.reduce_mean(answer["stars"])), float(tf.reduce_mean(answer["sure"]))))
    for band, entries in rows_by_band.items():
        sizes, stars, sure = zip(*entries)
        print("%-6s requests %3d rows %4d stars %.3f sure %.3f" % (
            band, len(entries), sum(sizes), np.mean(stars), np.mean(sure)))
    print("sizes served", len(endpoint.table))


if __name__ == "__main__":
    main()
