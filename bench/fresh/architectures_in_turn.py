# planted: TFR106 models of different architectures in one traced step
# no automatic cure: each architecture is another graph
# style: comparison of models
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(30)


def build(width):
    return tf.keras.Sequential(
        [tf.keras.Input((3,)), tf.keras.layers.Dense(width, activation="relu"), tf.keras.layers.Dense(1)]
    )


@tf.function
def evaluate(model, x, y):
    return tf.reduce_mean(tf.abs(model(x, training=False) - y))


x = tf.constant(np.random.default_rng(30).normal(size=(10, 3)).astype("float32"))
y = tf.reduce_sum(x, axis=1, keepdims=True)
for width in (2, 4, 8, 16):
    print(width, f"{float(evaluate(build(width), x, y)):.4f}")
