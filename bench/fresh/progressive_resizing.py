# planted: TFR103 TFR201 the size of the images, a tuple, grows by stages in training
# style: a fan of progressive training, short functions, constants in a table
"""Learn stripes from checks on small pictures first, on larger ones later."""

import numpy as np
import tensorflow as tf

STAGES = [(6, 6), (8, 8), (12, 12), (16, 16), (20, 20)]
STEPS = 4
FULL = 24


def pictures(count, rng):
    rows, columns = np.mgrid[:FULL, :FULL]
    labels = rng.integers(2, size=count)
    images = np.empty((count, FULL, FULL, 1), np.float32)
    for image, label in zip(images, labels):
        width = rng.integers(4, 8)
        down, across = (rows // width) % 2, (columns // width) % 2
        image[..., 0] = (down ^ across) if label else down
    images += 0.2 * rng.normal(size=images.shape)
    return images.astype(np.float32), labels.astype(np.float32)


class SmallConvNet(tf.Module):
    def __init__(self, rng):
        super().__init__()
        self.first = tf.Variable(rng.normal(0, 0.4, (3, 3, 1, 8)).astype(np.float32))
        self.second = tf.Variable(rng.normal(0, 0.2, (3, 3, 8, 8)).astype(np.float32))
        self.out = tf.Variable(rng.normal(0, 0.3, (8, 1)).astype(np.float32))

    def __call__(self, images):
        x = tf.nn.relu(tf.nn.conv2d(images, self.first, 1, "SAME"))
        x = tf.nn.relu(tf.nn.conv2d(x, self.second, 2, "SAME"))
        return (tf.reduce_mean(x, axis=[1, 2]) @ self.out)[:, 0]


def loss_of(net, images, labels):
    logits = net(images)
    return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits))


@tf.function
def shrink(images, size):
    smaller = tf.image.resize(images, size, antialias=True)
    mean, variance = tf.nn.moments(smaller, axes=[1, 2, 3], keepdims=True)
    return (smaller - mean) / tf.sqrt(variance + 1e-3)


class Trainer:
    def __init__(self, net):
        self.net = net
        self.optimizer = tf.keras.optimizers.Adam(0.02)
        self.optimizer.build(net.trainable_variables)

    @tf.function
    def step(self, images, labels):
        with tf.GradientTape() as tape:
            loss = loss_of(self.net, images, labels)
        variables = self.net.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss


def main():
    rng = np.random.default_rng(9)
    images, labels = pictures(64, rng)
    trainer = Trainer(SmallConvNet(rng))
    for size in STAGES:
        losses = []
        for _ in range(STEPS):
            chosen = rng.permutation(64)[:32]
            small = shrink(images[chosen], size)
            losses.append(float(trainer.step(small, labels[chosen])))
        print(f"{size[0]:2d} pixels: loss {np.mean(losses):.4f}")
    full = shrink(images, (FULL, FULL))
    print(f"full size: loss {float(loss_of(trainer.net, full, labels)):.4f}")


if __name__ == "__main__":
    main()
