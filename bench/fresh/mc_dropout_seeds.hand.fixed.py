# mc_dropout_seeds, cured.
from functools import reduce

import numpy as np
import tensorflow as tf

gen = np.random.default_rng(21)
weights = [
    tf.constant(gen.normal(0, 0.6, size=shape).astype("float32"))
    for shape in [(3, 16), (16, 16), (16, 1)]
]


def dense(h, layer):
    index, (w, seed, keep) = layer
    h = tf.nn.relu(h @ w)
    mask = tf.random.stateless_uniform(tf.shape(h), seed=[seed[0], seed[1] + index]) < keep
    return tf.where(mask, h / keep, 0.0)


@tf.function
def stochastic_forward(x, seed, keep=0.8):
    body = [(w, seed, keep) for w in weights[:-1]]
    h = reduce(dense, enumerate(body), x)
    return h @ weights[-1]


def predictive_moments(x, passes):
    draws = tf.stack([stochastic_forward(x, tf.constant((17, 10 * i))) for i in range(passes)])
    return tf.reduce_mean(draws, 0), tf.math.reduce_std(draws, 0)


inputs = tf.constant(gen.normal(size=(4, 3)).astype("float32"))
mean, std = predictive_moments(inputs, passes=15)
for m, s in zip(mean.numpy()[:, 0], std.numpy()[:, 0]):
    print("mean %.4f std %.4f" % (m, s))
print("widest", int(tf.argmax(std[:, 0])))
