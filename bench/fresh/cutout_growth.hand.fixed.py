# planted: TFR101 the side of the cut-out square, a Python int, grows every epoch and is passed to the training step
# style: vision engineer, custom training loop around a small Keras CNN, settings in a dataclass
"""Train a small classifier with cut-out whose squares grow as training goes on."""
from dataclasses import dataclass

import numpy as np
import tensorflow as tf
from tensorflow import keras


@dataclass
class Settings:
    side: int = 16
    classes: int = 3
    examples: int = 96
    batch: int = 32
    epochs: int = 7
    learning_rate: float = 0.05
    first_hole: int = 1


def draw_examples(settings):
    rng = np.random.default_rng(7)
    labels = rng.integers(0, settings.classes, settings.examples)
    images = rng.normal(0.0, 0.3, (settings.examples, settings.side, settings.side, 1))
    for image, label in zip(images, labels):
        at = 2 + 4 * label
        image[at:at + 4, :, 0] += 1.0
    return images.astype("float32"), labels.astype("int32")


def build_classifier(settings):
    return keras.Sequential([
        keras.layers.Input((settings.side, settings.side, 1)),
        keras.layers.Conv2D(6, 3, strides=2, activation="relu"),
        keras.layers.Flatten(),
        keras.layers.Dense(settings.classes),
    ])


class CutoutTrainer:
    def __init__(self, model, settings):
        self.model = model
        self.settings = settings
        self.optimizer = keras.optimizers.SGD(settings.learning_rate)
        self.optimizer.build(model.trainable_variables)
        self.loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    def hole_at(self, epoch):
        return self.settings.first_hole + epoch

    @tf.function
    def train_batch(self, images, labels, corners, hole):
        places = tf.range(self.settings.side)
        rows = (places >= corners[:, :1]) & (places < corners[:, :1] + hole)
        columns = (places >= corners[:, 1:]) & (places < corners[:, 1:] + hole)
        covered = rows[:, :, None] & columns[:, None, :]
        images = tf.where(covered[..., None], 0.0, images)
        with tf.GradientTape() as tape:
            loss = self.loss(labels, self.model(images, training=True))
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return loss

    def fit(self, images, labels):
        rng = np.random.default_rng(1)
        for epoch in range(self.settings.epochs):
            hole = self.hole_at(epoch)
            hole_size = tf.constant(hole)
            losses = []
            for start in range(0, len(images), self.settings.batch):
                part = slice(start, start + self.settings.batch)
                corners = rng.integers(0, self.settings.side - hole, (self.settings.batch, 2))
                loss = self.train_batch(images[part], labels[part], corners.astype("int32"), hole_size)
                losses.append(float(loss))
            print(f"epoch {epoch}: hole {hole}, loss {np.mean(losses):.4f}")


def main():
    keras.utils.set_random_seed(3)
    settings = Settings()
    images, labels = draw_examples(settings)
    model = build_classifier(settings)
    CutoutTrainer(model, settings).fit(images, labels)
    guesses = np.argmax(model(images), axis=1)
    print(f"accuracy {np.mean(guesses == labels):.3f}")


if __name__ == "__main__":
    main()
