# planted: TFR103 paste() gets canvas.shape[:2], a new TensorShape for each layer, although the canvases share one size
# style: photo editor with an undo stack and fluent methods
"""Paste soft-edged stickers on postcards and undo the ones that turn out too bright."""
import numpy as np
import tensorflow as tf


@tf.function
def paste(canvas, sticker, size, opacity):
    scaled = tf.image.resize(sticker, size)
    rows = tf.linspace(-1.0, 1.0, size[0])
    columns = tf.linspace(-1.0, 1.0, size[1])
    mask = tf.exp(-3.0 * (rows[:, None] ** 2 + columns[None, :] ** 2))
    alpha = opacity * mask[:, :, None]
    return canvas * (1.0 - alpha) + scaled * alpha


class Collage:
    def __init__(self, canvas):
        self.canvas = canvas
        self._undo = []

    def layer(self, sticker, opacity):
        self._undo.append(self.canvas)
        self.canvas = paste(self.canvas, sticker, self.canvas.shape[:2], opacity)
        return self

    def undo(self):
        if self._undo:
            self.canvas = self._undo.pop()
        return self

    @property
    def brightness(self):
        return float(tf.reduce_mean(self.canvas))

    @property
    def depth(self):
        return len(self._undo)


def postcard(rng, height=24, width=36):
    sky = np.linspace(0.8, 0.3, height)[:, None, None] * np.array([0.5, 0.7, 1.0])
    noise = rng.normal(0, 0.03, (height, width, 3))
    return tf.constant(sky + noise, tf.float32)


def sticker(rng):
    colour = rng.uniform(0.2, 1.0, 3)
    dots = rng.random((8, 8, 1)) > 0.4
    return tf.constant(dots * colour, tf.float32)


def compose(rng, layers=8, limit=0.5):
    collage = Collage(postcard(rng))
    for _ in range(layers):
        collage.layer(sticker(rng), tf.constant(rng.uniform(0.2, 0.8), tf.float32))
        if collage.brightness > limit:
            collage.undo()
    return collage


def main():
    rng = np.random.default_rng(27)
    collages = [compose(rng) for _ in range(4)]
    for number, collage in enumerate(collages):
        print(f"card {number}: {collage.depth} stickers, brightness {collage.brightness:.3f}")
    stack = tf.stack([c.canvas for c in collages])
    print("centre colour:", np.round(tf.reduce_mean(stack[:, 10:14, 16:20], axis=[0, 1, 2]).numpy(), 2))
    print("contrast:", round(float(tf.math.reduce_std(stack)), 3))


if __name__ == "__main__":
    main()
