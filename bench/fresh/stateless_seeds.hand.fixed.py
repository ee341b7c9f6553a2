# planted: TFR103 the seed of the stateless augmentation is a tuple of Python ints with the step in it
# style: follows the augmentation tutorial, image code in small functions, a tf.data-free numpy loop
import numpy as np
import tensorflow as tf

SEED = 1234
SIDE, CROP = 12, 10


@tf.function
def augment(images, seed):
    images = tf.image.stateless_random_brightness(images, 0.2, seed)
    images = tf.image.stateless_random_contrast(images, 0.7, 1.3, seed)
    size = tf.concat([tf.shape(images)[:1], [CROP, CROP, 1]], 0)
    images = tf.image.stateless_random_crop(images, size, seed)
    images = tf.image.stateless_random_flip_left_right(images, seed)
    return tf.clip_by_value(images, 0.0, 1.0)


def fake_digits(n, rng):
    """horizontal or vertical bars"""
    images = rng.uniform(0, 0.2, (n, SIDE, SIDE, 1))
    labels = rng.integers(0, 2, n)
    for image, label in zip(images, labels):
        at = rng.integers(3, SIDE - 3)
        if label:
            image[at, 2:-2] += 0.7
        else:
            image[2:-2, at] += 0.7
    return images.astype("float32"), labels.astype("float32")


weights = tf.Variable(tf.zeros([CROP * 2]))


def features(images):
    rows = tf.math.reduce_std(images[..., 0], axis=2)
    cols = tf.math.reduce_std(images[..., 0], axis=1)
    return tf.concat([rows, cols], axis=1)


@tf.function
def train_step(images, labels):
    with tf.GradientTape() as tape:
        logits = tf.linalg.matvec(features(images), weights)
        loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels, logits))
    weights.assign_sub(2.0 * tape.gradient(loss, weights))
    return loss


def main(epochs=3, batch=16):
    rng = np.random.default_rng(SEED)
    images, labels = fake_digits(240, rng)
    step = 0
    for epoch in range(epochs):
        losses = []
        for i in range(0, len(images), batch):
            augmented = augment(images[i:i + batch], tf.constant([SEED, step]))
            losses.append(float(train_step(augmented, labels[i:i + batch])))
            step += 1
        print("epoch %d loss %.4f" % (epoch, np.mean(losses)))
    return step


print("steps", main())
