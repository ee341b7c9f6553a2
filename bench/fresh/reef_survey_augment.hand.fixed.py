# planted: TFR504 TFR101 each epoch maps the tiles again through a lambda that carries that epoch's strength, and the label smoothing goes along as a float
# style: tf.data with a per-epoch schedule, tf.Module classifier, ecology imaging
"""Classify reef tiles as living or bleached, with haze augmentation that grows."""
from dataclasses import dataclass

import numpy as np
import tensorflow as tf

SIDE = 10


@dataclass
class Schedule:
    epochs: int = 20
    haze: float = 0.6
    smoothing: float = 0.12

    def strength(self, epoch):
        return self.haze * min(1.0, (epoch + 1) / (0.8 * self.epochs))

    def smooth(self, epoch):
        return self.smoothing * (1.0 - epoch / self.epochs)


def tiles(count, seed):
    rng = np.random.default_rng(seed)
    label = rng.integers(0, 2, count)
    texture = rng.normal(0, 1, (count, SIDE, SIDE))
    colour = np.stack([0.5 + 0.2 * label, 0.45 + 0.15 * label, 0.4 + 0.1 * label], -1)
    images = colour[:, None, None, :] + (0.16 - 0.1 * label)[:, None, None, None] * texture[..., None]
    return images.astype("float32"), label.astype("float32")


def haze(index, image, strength):
    veil = tf.random.stateless_uniform([], tf.stack([index, 17]), 0.0, strength)
    tint = tf.constant([0.3, 0.5, 0.6])
    return image * (1.0 - veil) + veil * tint


def summarise(image):
    mean = tf.reduce_mean(image, [0, 1])
    spread = tf.math.reduce_std(image, [0, 1])
    edges = tf.reduce_mean(tf.abs(image[1:] - image[:-1]), [0, 1])
    return tf.concat([mean, 5.0 * spread, 5.0 * edges, [1.0]], 0)


class Classifier(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.zeros([10]))

    @tf.function
    def step(self, x, y, rate, smoothing):
        target = y * (1.0 - smoothing) + 0.5 * smoothing
        with tf.GradientTape() as tape:
            logits = tf.linalg.matvec(x, self.w)
            loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(target, logits))
        self.w.assign_sub(rate * tape.gradient(loss, self.w))
        return loss


def train(model, images, labels, schedule):
    base = tf.data.Dataset.from_tensor_slices((images, labels)).enumerate()
    rate = tf.constant(0.5)
    losses = []
    strength = tf.Variable(0.0, trainable=False)
    data = base.map(lambda i, xy: (summarise(haze(i, xy[0], strength)), xy[1])).batch(50)
    for epoch in range(schedule.epochs):
        strength.assign(schedule.strength(epoch))
        smoothing = tf.constant(schedule.smooth(epoch), tf.float32)
        for x, y in data:
            loss = model.step(x, y, rate, smoothing)
        losses.append(float(loss))
    return losses


def main():
    images, labels = tiles(300, 1)
    model = Classifier()
    losses = train(model, images, labels, Schedule())
    test, truth = tiles(200, 2)
    logits = [float(tf.tensordot(summarise(t), model.w, 1)) for t in test]
    print("loss", round(losses[0], 3), "->", round(losses[-1], 3))
    print("accuracy", round(float(np.mean((np.array(logits) > 0) == (truth > 0.5))), 2))


if __name__ == "__main__":
    main()
