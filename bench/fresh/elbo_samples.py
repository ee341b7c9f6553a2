# planted: TFR101 the number of samples of an ELBO, a Python int that grows, a size in the body
# style: variational inference, argparse, random generator of the module
import argparse

import numpy as np
import tensorflow as tf

noise = tf.random.Generator.from_seed(12)
mean = tf.Variable(tf.zeros([3]))
log_scale = tf.Variable(tf.zeros([3]))


def make_data(n):
    rng = np.random.RandomState(2)
    x = rng.normal(size=(n, 3)).astype(np.float32)
    logits = x @ np.array([1.5, -1.0, 0.3], np.float32)
    return tf.constant(x), tf.constant((logits > 0).astype(np.float32))


@tf.function
def elbo_step(x, y, n_samples, lr):
    with tf.GradientTape() as tape:
        eps = noise.normal([n_samples, 3])
        w = mean + tf.exp(log_scale) * eps
        logits = tf.matmul(w, x, transpose_b=True)
        targets = tf.broadcast_to(y, tf.shape(logits))
        nll = tf.nn.sigmoid_cross_entropy_with_logits(targets, logits)
        log_lik = -tf.reduce_mean(tf.reduce_sum(nll, -1))
        kl = 0.5 * tf.reduce_sum(tf.exp(2 * log_scale) + mean**2 - 1 - 2 * log_scale)
        loss = kl - log_lik
    g_mean, g_scale = tape.gradient(loss, [mean, log_scale])
    mean.assign_sub(lr * g_mean)
    log_scale.assign_sub(lr * g_scale)
    return -loss


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--lr", type=float, default=0.01)
    parser.add_argument("--max-samples", type=int, default=64)
    args = parser.parse_args()
    x, y = make_data(50)
    for epoch in range(args.epochs):
        n_samples = min(4 + 4 * epoch, args.max_samples)
        for _ in range(5):
            elbo = elbo_step(x, y, n_samples, args.lr)
        print(f"epoch {epoch} samples {n_samples} elbo {float(elbo):.3f}")
    print("mean", np.round(mean.numpy(), 3).tolist())


if __name__ == "__main__":
    main()
