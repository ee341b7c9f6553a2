# planted: TFR106 the members of an ensemble, handed one by one to a traced function
# style: probabilistic ensemble, functions over a list of models
import numpy as np
import tensorflow as tf


def build_member(seed):
    tf.keras.utils.set_random_seed(seed)
    return tf.keras.Sequential(
        [
            tf.keras.Input((3,)),
            tf.keras.layers.Dense(10, activation="tanh"),
            tf.keras.layers.Dense(2),
        ]
    )


@tf.function
def mean_and_scale(model, x):
    output = model(x, training=False)
    mean, raw_scale = tf.unstack(output, axis=-1)
    return mean, tf.nn.softplus(raw_scale) + 1e-3


def mixture(members, x):
    means, scales = zip(*[mean_and_scale(member, x) for member in members])
    means, scales = tf.stack(means), tf.stack(scales)
    mean = tf.reduce_mean(means, axis=0)
    variance = tf.reduce_mean(scales**2 + means**2, axis=0) - mean**2
    return mean, tf.sqrt(variance)


members = [build_member(seed) for seed in range(5)]
points = tf.constant(np.random.RandomState(3).randn(4, 3).astype(np.float32))
mean, scale = mixture(members, points)
for m, s in zip(mean.numpy(), scale.numpy()):
    print("mean %.4f scale %.4f" % (m, s))
