# pipeline_each_epoch, cured.
import argparse

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(6)
images = rng.uniform(size=(48, 8, 8, 1)).astype(np.float32)
labels = (images.mean((1, 2, 3)) > 0.5).astype(np.float32)


def normalise(image, label):
    return (image - 0.5) / 0.29, label


def make_dataset(batch_size):
    dataset = tf.data.Dataset.from_tensor_slices((images, labels))
    dataset = dataset.map(normalise)
    dataset = dataset.map(lambda image, label: (tf.reshape(image, [-1]), label))
    return dataset.batch(batch_size)


weights = tf.Variable(tf.zeros([64]))


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = tf.linalg.matvec(x, weights)
        loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(y, logits))
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss


def train(epochs, batch_size):
    dataset = make_dataset(batch_size)
    for epoch in range(epochs):
        losses = [train_step(x, y) for x, y in dataset]
        print(f"epoch {epoch}: {np.mean(losses):.4f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--batch-size", type=int, default=16)
    args = parser.parse_args()
    train(args.epochs, args.batch_size)
