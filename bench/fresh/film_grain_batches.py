# planted: TFR507 each batch is augmented by an eager vectorized_map
# style: a photographer who codes, generator of batches and a small network
"""Tell day scenes from night scenes under film grain and vignettes."""

import numpy as np
import tensorflow as tf

SIDE = 12
rng = np.random.default_rng(1968)


def scenes(count):
    night = rng.integers(2, size=count)
    rows = np.linspace(1, 0, SIDE)[None, :, None]
    images = np.where(night[:, None, None] == 1, 0.3 + 0.1 * rows, 0.35 + 0.2 * rows)
    images = images + 0.15 * rng.normal(size=(count, SIDE, SIDE))
    return images.astype(np.float32), night.astype(np.float32)


line = tf.linspace(-1.0, 1.0, SIDE)
distance = tf.sqrt(line[:, None] ** 2 + line[None, :] ** 2)


def develop(parts):
    """Return one image with grain, a vignette and another contrast."""
    image, grain, strength, contrast = parts
    image = image + 0.1 * grain * tf.sqrt(tf.abs(image) + 0.01)
    image = image * (1.0 - strength * distance**2)
    middle = tf.reduce_mean(image)
    return middle + contrast * (image - middle)


def augment(images):
    count = len(images)
    grain = rng.normal(size=images.shape).astype(np.float32)
    strength = rng.uniform(0.0, 0.3, size=count).astype(np.float32)
    contrast = rng.uniform(0.7, 1.3, size=count).astype(np.float32)
    return tf.vectorized_map(develop, (tf.constant(images), grain, strength, contrast))


def augmented_batches(images, labels, size):
    order = rng.permutation(len(images))
    for start in range(0, len(images) - size + 1, size):
        chosen = order[start : start + size]
        yield augment(images[chosen]), labels[chosen]


kernel = tf.Variable(0.01 * rng.normal(size=(SIDE * SIDE,)).astype(np.float32))
bias = tf.Variable(0.0)


@tf.function
def train(x, y):
    flat = tf.reshape(x, [-1, SIDE * SIDE])
    with tf.GradientTape() as tape:
        logits = tf.linalg.matvec(flat, kernel) + bias
        loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits))
    for variable, gradient in zip((kernel, bias), tape.gradient(loss, (kernel, bias))):
        variable.assign_sub(0.3 * gradient)
    return loss


def main():
    images, labels = scenes(80)
    for epoch in range(4):
        losses = [float(train(x, y)) for x, y in augmented_batches(images, labels, 16)]
        print(f"epoch {epoch}: loss {np.mean(losses):.4f}")
    test, truth = scenes(60)
    logits = tf.linalg.matvec(test.reshape(60, -1), kernel) + bias
    print("right", int(np.sum((logits.numpy() > 0) == truth)), "of 60")
    print("bias", round(float(bias), 4))


if __name__ == "__main__":
    main()
