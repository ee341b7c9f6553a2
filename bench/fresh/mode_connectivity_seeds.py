# planted: TFR106 one network per seed is passed to the same traced training step
# style: research script, list of models and pairwise comparison
"""Linear mode connectivity: the loss barrier between networks trained from different seeds."""
import itertools

import numpy as np
import tensorflow as tf
from tensorflow import keras

SEEDS = range(12)
STEPS = 60
RATE = 0.5


def checkerboard(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, (n, 2))
    y = ((x[:, 0] > 0) ^ (x[:, 1] > 0)).astype("float32")
    return tf.constant(x, tf.float32), tf.constant(y)


def make_net(seed, width=12):
    init = keras.initializers.GlorotNormal(seed=seed)
    return keras.Sequential([
        keras.Input((2,)),
        keras.layers.Dense(width, activation="tanh", kernel_initializer=init),
        keras.layers.Dense(width, activation="tanh", kernel_initializer=init),
        keras.layers.Dense(1, kernel_initializer=init),
    ])


def cross_entropy(logits, y):
    return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits[:, 0]))


@tf.function
def sgd_step(net, x, y):
    with tf.GradientTape() as tape:
        loss = cross_entropy(net(x), y)
    for v, g in zip(net.trainable_variables, tape.gradient(loss, net.trainable_variables)):
        v.assign(v - RATE * g)
    return loss


@tf.function
def loss_of(net, x, y):
    return cross_entropy(net(x), y)


def train(net, x, y):
    for _ in range(STEPS):
        loss = sgd_step(net, x, y)
    return float(loss)


def barrier(net, a, b, x, y, points=5):
    """Highest excess over the straight line between the two end losses."""
    losses = []
    for t in np.linspace(0, 1, points):
        net.set_weights([(1 - t) * p + t * q for p, q in zip(a, b)])
        losses.append(float(loss_of(net, x, y)))
    line = np.linspace(losses[0], losses[-1], points)
    return float(np.max(np.array(losses) - line))


def main():
    x, y = checkerboard(256, 0)
    finals, minima = [], []
    for seed in SEEDS:
        net = make_net(seed)
        finals.append(train(net, x, y))
        minima.append(net.get_weights())
    print("final losses", [round(v, 2) for v in finals[:4]])
    probe = make_net(0)
    table = {(i, j): barrier(probe, minima[i], minima[j], x, y)
             for i, j in itertools.combinations(range(len(minima)), 2) if j - i <= 2}
    worst = max(table, key=table.get)
    print("pairs", len(table), "mean barrier", round(float(np.mean(list(table.values()))), 2))
    print("highest barrier between seeds", worst)


if __name__ == "__main__":
    main()
