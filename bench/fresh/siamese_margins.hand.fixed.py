# planted: TFR101 the margin of the pair loss, a float that widens with the epoch, is passed to the step
# style: a computer-vision engineer, one class with the loop, settings in a dictionary
"""Train a siamese encoder that tells whether two signatures are by one hand."""

import numpy as np
import tensorflow as tf

SETTINGS = {
    "epochs": 7,
    "batch": 16,
    "margin_start": 0.4,
    "margin_end": 1.6,
    "embedding": 6,
    "learning_rate": 0.02,
}


def strokes(writers, per_writer, rng):
    """Simulate feature vectors of signatures, several per writer."""
    centres = rng.normal(size=(writers, 12))
    features = np.repeat(centres, per_writer, axis=0)
    features = features + 0.4 * rng.normal(size=features.shape)
    return features.astype(np.float32), np.repeat(np.arange(writers), per_writer)


def pairs(features, owners, count, rng):
    left = rng.integers(len(features), size=count)
    right = rng.integers(len(features), size=count)
    half = count // 2
    for position in range(half):
        same = np.flatnonzero(owners == owners[left[position]])
        right[position] = rng.choice(same)
    order = rng.permutation(count)
    left, right = left[order], right[order]
    return features[left], features[right], (owners[left] == owners[right]).astype(np.float32)


class SignatureVerifier:
    def __init__(self, settings):
        self.settings = settings
        self.encoder = tf.keras.Sequential(
            [
                tf.keras.layers.Input((12,)),
                tf.keras.layers.Dense(16, activation="tanh"),
                tf.keras.layers.Dense(settings["embedding"]),
            ]
        )
        self.optimizer = tf.keras.optimizers.Adam(settings["learning_rate"])
        self.optimizer.build(self.encoder.trainable_variables)
        self.epoch = 0

    @property
    def margin(self):
        low, high = self.settings["margin_start"], self.settings["margin_end"]
        return low + (high - low) * self.epoch / (self.settings["epochs"] - 1)

    @tf.function
    def distance(self, left, right):
        gap = self.encoder(left) - self.encoder(right)
        return tf.sqrt(tf.reduce_sum(gap**2, axis=1) + 1e-6)

    @tf.function
    def train_on_pairs(self, left, right, same, margin):
        with tf.GradientTape() as tape:
            distance = self.distance(left, right)
            apart = tf.maximum(margin - distance, 0.0)
            loss = tf.reduce_mean(same * distance**2 + (1.0 - same) * apart**2)
        variables = self.encoder.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss

    def fit(self, left, right, same):
        size = self.settings["batch"]
        for self.epoch in range(self.settings["epochs"]):
            losses = []
            margin = tf.constant(self.margin, tf.float32)
            for start in range(0, len(left), size):
                part = slice(start, start + size)
                loss = self.train_on_pairs(left[part], right[part], same[part], margin)
                losses.append(float(loss))
            print(f"epoch {self.epoch} margin {self.margin:.2f} loss {np.mean(losses):.4f}")


def main():
    tf.keras.utils.set_random_seed(8)
    rng = np.random.default_rng(8)
    features, owners = strokes(10, 8, rng)
    left, right, same = pairs(features, owners, 128, rng)
    verifier = SignatureVerifier(SETTINGS)
    verifier.fit(left, right, same)
    distance = verifier.distance(left[:64], right[:64]).numpy()
    inside = same[:64] > 0.5
    print(f"same hand {distance[inside].mean():.4f} other hand {distance[~inside].mean():.4f}")


if __name__ == "__main__":
    main()
