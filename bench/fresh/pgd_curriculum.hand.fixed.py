# planted: TFR301 TFR101 the attack runs range(steps) and its steps and radius grow with the epoch
# style: a security researcher, Keras model with its own loop
"""Adversarial training where the attack becomes stronger as the model learns."""

import numpy as np
import tensorflow as tf
from tensorflow import keras


def blobs(n, rng):
    labels = rng.integers(0, 3, n)
    centres = np.array([[1.5, 0, 0, 1], [0, 1.5, 1, 0], [-1, -1, 1, 1]])
    x = centres[labels] + 0.5 * rng.normal(size=(n, 4))
    return x.astype(np.float32), labels.astype(np.int64)


class RobustTrainer:
    def __init__(self, model, epochs):
        self.model = model
        self.epochs = epochs
        self.optimizer = keras.optimizers.SGD(0.2)
        self.loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    def strength(self, epoch):
        """Return how many steps the attack takes in an epoch, and how far it may go."""
        return 1 + epoch, round(0.05 * (epoch + 1), 3)

    @tf.function
    def attack(self, x, y, steps, radius):
        adversary = x
        for _ in tf.range(steps):
            with tf.GradientTape() as tape:
                tape.watch(adversary)
                loss = self.loss(y, self.model(adversary, training=False))
            adversary = adversary + (2.0 * radius / tf.cast(steps, tf.float32)) * tf.sign(tape.gradient(loss, adversary))
            adversary = tf.clip_by_value(adversary, x - radius, x + radius)
        return adversary

    @tf.function
    def learn(self, x, y):
        with tf.GradientTape() as tape:
            loss = self.loss(y, self.model(x, training=True))
        weights = self.model.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        return loss

    def run(self, dataset):
        for epoch in range(self.epochs):
            steps, radius = self.strength(epoch)
            attack_steps, attack_radius = tf.constant(steps), tf.constant(radius)
            total = 0.0
            for x, y in dataset:
                total += float(self.learn(self.attack(x, y, attack_steps, attack_radius), y))
            print(f"epoch {epoch}: {steps} steps, radius {radius}, loss {total / len(dataset):.4f}")

    def robust_accuracy(self, x, y, radius):
        attacked = self.attack(x, y, tf.constant(self.epochs), tf.constant(radius))
        hits = tf.argmax(self.model(attacked), axis=1) == y
        return float(tf.reduce_mean(tf.cast(hits, tf.float32)))


if __name__ == "__main__":
    keras.utils.set_random_seed(5)
    rng = np.random.default_rng(5)
    x, y = blobs(96, rng)
    model = keras.Sequential(
        [keras.Input((4,)), keras.layers.Dense(12, activation="relu"), keras.layers.Dense(3)]
    )
    trainer = RobustTrainer(model, epochs=6)
    trainer.run(tf.data.Dataset.from_tensor_slices((x, y)).batch(32))
    for radius in (0.1, 0.2, 0.4, 0.8):
        print(f"accuracy at {radius}: {trainer.robust_accuracy(x[:32], y[:32], radius):.3f}")
