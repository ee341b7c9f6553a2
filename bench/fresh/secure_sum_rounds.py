# planted: TFR103 the server gets a list of updates whose length is the number of clients that answered
# style: a privacy researcher, simulation of a server and its phones
"""Federated averaging with clipped, masked updates; not every phone answers each round."""

import numpy as np
import tensorflow as tf

FEATURES = 8
CLIP = 0.5


class Phone:
    def __init__(self, number, truth, rng):
        self.number = number
        self.x = rng.normal(size=(20, FEATURES)).astype(np.float32)
        noise = 0.1 * rng.normal(size=20)
        self.y = (self.x @ truth + noise).astype(np.float32)
        self.battery = rng.uniform(0.4, 0.9)

    def answers(self, rng):
        return rng.random() < self.battery

    def update(self, weights):
        return local_update(tf.constant(self.x), tf.constant(self.y), weights)


@tf.function
def local_update(x, y, weights):
    start = weights
    for _ in range(3):
        error = tf.linalg.matvec(x, weights) - y
        weights = weights - 0.1 * tf.linalg.matvec(x, error, transpose_a=True) / 20.0
    return weights - start


class Server:
    def __init__(self, rng):
        self.weights = tf.Variable(tf.zeros([FEATURES]))
        self.rng = rng

    def masks(self, count):
        """Return random vectors whose sum is zero."""
        masks = self.rng.normal(size=(count, FEATURES))
        return (masks - masks.mean(axis=0)).astype(np.float32)

    @tf.function
    def aggregate(self, updates, masks):
        total = tf.zeros([FEATURES])
        for update, mask in zip(updates, tf.unstack(masks)):
            norm = tf.norm(update)
            clipped = update * tf.minimum(1.0, CLIP / (norm + 1e-9))
            total += clipped + mask
        self.weights.assign_add(total / float(len(updates)))
        return tf.norm(total)

    def play(self, phones, rounds, truth):
        for number in range(1, rounds + 1):
            ready = [phone for phone in phones if phone.answers(self.rng)]
            updates = [phone.update(self.weights) for phone in ready]
            size = self.aggregate(updates, self.masks(len(updates)))
            error = np.linalg.norm(self.weights.numpy() - truth)
            print(f"round {number}: {len(ready)} phones, sum {float(size):.3f}, error {error:.4f}")


def main():
    rng = np.random.default_rng(64)
    truth = rng.normal(size=FEATURES).astype(np.float32)
    phones = [Phone(number, truth, rng) for number in range(14)]
    Server(rng).play(phones, 9, truth)


if __name__ == "__main__":
    main()
