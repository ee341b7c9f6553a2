# planted: TFR104 a fresh frozen AugmentSpec is constructed for every batch and passed to the traced augmentation
# style: frozen dataclass settings, training script with Keras train_on_batch, thermal images of solar panels
from dataclasses import dataclass

import numpy as np
import tensorflow as tf
import keras


@dataclass(frozen=True)
class AugmentSpec:
    contrast: float
    offset: float
    mirror: bool = True


def panels(count, seed):
    rng = np.random.default_rng(seed)
    images = rng.normal(0.4, 0.05, (count, 8, 8))
    faulty = rng.random(count) < 0.4
    for image, fault in zip(images, faulty):
        r, c = rng.integers(0, 6, 2)
        if fault:
            image[r:r + 2, c:c + 2] += 0.35
        else:
            image[:, c] += 0.1
    return images.astype("float32")[..., None], faulty.astype("float32")[:, None]


@tf.function
def augment(images, spec):
    centre = tf.reduce_mean(images, axis=[1, 2, 3], keepdims=True)
    images = (images - centre) * spec.contrast + centre + spec.offset
    if spec.mirror:
        images = tf.concat([images, tf.reverse(images, axis=[2])], axis=0)
    return images


class PanelInspector:
    def __init__(self, contrast=1.4, offset=-0.1):
        self.contrast, self.offset = contrast, offset
        self.model = keras.Sequential([
            keras.Input((8, 8, 1)),
            keras.layers.Conv2D(8, 3, activation="relu"),
            keras.layers.GlobalMaxPooling2D(),
            keras.layers.Dense(1, activation="sigmoid"),
        ])
        self.model.compile(optimizer=keras.optimizers.Adam(0.02), loss="binary_crossentropy")

    def prepare(self, images, labels):
        views = augment(images, AugmentSpec(self.contrast, self.offset))
        return views, np.concatenate([labels, labels])

    def train(self, images, labels, epochs, batch):
        for epoch in range(epochs):
            losses = []
            for start in range(0, len(images), batch):
                part = slice(start, start + batch)
                x, y = self.prepare(tf.constant(images[part]), labels[part])
                losses.append(float(self.model.train_on_batch(x, y)))
            yield float(np.mean(losses))

    def accuracy(self, images, labels):
        plain = augment(tf.constant(images), AugmentSpec(self.contrast, self.offset, mirror=False))
        return float(np.mean((self.model(plain, training=False).numpy() > 0.5) == labels))


def main():
    keras.utils.set_random_seed(15)
    images, labels = panels(320, seed=15)
    inspector = PanelInspector()
    curve = list(inspector.train(images, labels, epochs=6, batch=32))
    print("loss %.3f -> %.3f" % (curve[0], curve[-1]))
    print("accuracy %.2f" % inspector.accuracy(images, labels))
    print("new panels %.2f" % inspector.accuracy(*panels(100, seed=16)))


if __name__ == "__main__":
    main()
