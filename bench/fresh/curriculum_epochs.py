# planted: TFR101 the epoch through two helpers, compared and multiplied in the body
# style: argparse, nested helpers
"""Train on easier examples first."""
import argparse
import logging

import numpy as np
import tensorflow as tf

logger = logging.getLogger(__name__)


def make_model():
    return tf.keras.Sequential([tf.keras.layers.Input(shape=(5,)), tf.keras.layers.Dense(1)])


@tf.function
def weighted_loss(prediction, target, difficulty, epoch):
    threshold = 0.3 + 0.2 * tf.cast(epoch, tf.float32)
    mask = tf.cast(difficulty <= threshold, tf.float32)
    return tf.reduce_sum(mask * tf.square(prediction - target)) / (tf.reduce_sum(mask) + 1e-6)


def train_one_batch(model, optimizer, batch, epoch):
    x, y, difficulty = batch
    with tf.GradientTape() as tape:
        loss = weighted_loss(tf.squeeze(model(x), -1), y, difficulty, epoch)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    return loss


def train_one_epoch(model, optimizer, dataset, epoch):
    losses = [train_one_batch(model, optimizer, batch, epoch) for batch in dataset]
    return float(np.mean(losses))


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)

    tf.keras.utils.set_random_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    x = rng.normal(size=(32, 5)).astype(np.float32)
    y = x[:, 0] - x[:, 1]
    difficulty = rng.random(32).astype(np.float32)
    dataset = tf.data.Dataset.from_tensor_slices((x, y, difficulty)).batch(8)
    model, optimizer = make_model(), tf.keras.optimizers.SGD(0.1)
    for epoch in range(args.epochs):
        loss = train_one_epoch(model, optimizer, dataset, epoch)
        logger.info("epoch %d", epoch)
        print(f"{epoch:02d} {loss:.5f}")


if __name__ == "__main__":
    main()
