# planted: TFR101 the number of visible patches, an int, falls from epoch to epoch as more is masked
# style: a vision researcher, masked autoencoder in miniature, tidy functions
"""Masked autoencoding of small textures: guess hidden patches from visible ones."""

import numpy as np
import tensorflow as tf

GRID, PATCH, WIDTH = 4, 9, 16
PATCHES = GRID * GRID


def textures(count, rng):
    """Return images as patches of 3 x 3 pixels, in rows."""
    side = GRID * 3
    rows, columns = np.mgrid[:side, :side] / side
    kx, ky, phase = rng.uniform(-6, 6, (3, count, 1, 1))
    images = np.sin(kx * columns + ky * rows + phase)
    patches = images.reshape(count, GRID, 3, GRID, 3).transpose(0, 1, 3, 2, 4)
    return patches.reshape(count, PATCHES, PATCH).astype(np.float32)


def init(rng, *shape):
    return tf.Variable(rng.normal(0, 1 / np.sqrt(shape[0]), shape).astype(np.float32))


class MaskedAutoencoder(tf.Module):
    def __init__(self, rng):
        super().__init__()
        self.places = init(rng, PATCHES, WIDTH)
        self.inward = init(rng, PATCH, WIDTH)
        self.query = init(rng, WIDTH, WIDTH)
        self.key = init(rng, WIDTH, WIDTH)
        self.outward = init(rng, WIDTH, PATCH)

    def __call__(self, visible, seen, hidden):
        tokens = tf.tanh(visible @ self.inward + tf.gather(self.places, seen))
        queries = tf.gather(self.places, hidden) @ self.query
        scores = tf.matmul(queries, tokens @ self.key, transpose_b=True) / np.sqrt(WIDTH)
        return tf.matmul(tf.nn.softmax(scores), tokens) @ self.outward


def visible_count(epoch, epochs, first=0.25, last=0.75):
    ratio = first + (last - first) * epoch / (epochs - 1)
    return int(round(PATCHES * (1.0 - ratio)))


def make_step(model, optimizer):
    optimizer.build(model.trainable_variables)

    def split(patches, order, count):
        seen, hidden = order[:, :count], order[:, count:]
        visible = tf.gather(patches, seen, batch_dims=1)
        target = tf.gather(patches, hidden, batch_dims=1)
        return visible, seen, hidden, target

    @tf.function
    def step(patches, order, count):
        visible, seen, hidden, target = split(patches, order, count)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(visible, seen, hidden) - target) ** 2)
        weights = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        return loss

    return step


def main(epochs=7):
    rng = np.random.default_rng(27)
    images = textures(60, rng)
    step = make_step(MaskedAutoencoder(rng), tf.keras.optimizers.Adam(0.02))
    for epoch in range(epochs):
        count = visible_count(epoch, epochs)
        visible = tf.constant(count)
        losses = []
        for batch in np.split(rng.permutation(60), 3):
            order = rng.permuted(np.tile(np.arange(PATCHES), (20, 1)), axis=1)
            losses.append(float(step(images[batch], order.astype(np.int32), visible)))
        print(f"epoch {epoch}: {count} visible, loss {np.mean(losses):.4f}")


if __name__ == "__main__":
    main()
