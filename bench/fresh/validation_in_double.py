# planted: TFR107 training data in single precision, validation data in double
# style: numpy data, helper functions
import numpy as np
import tensorflow as tf


def standardize(a):
    return (a - a.mean(axis=0)) / (a.std(axis=0) + 1e-8)


@tf.function
def metrics(prediction, target):
    error = tf.cast(prediction, tf.float32) - tf.cast(target, tf.float32)
    return tf.reduce_mean(tf.square(error)), tf.reduce_mean(tf.abs(error))


def report(name, prediction, target):
    mse, mae = metrics(prediction, target)
    print(f"{name}: mse={float(mse):.4f} mae={float(mae):.4f}")


def main():
    rng = np.random.default_rng(0)
    train = standardize(rng.normal(size=(20, 1))).astype(np.float32)
    valid = standardize(rng.normal(size=(20, 1)))
    report("train", tf.constant(0.9 * train), tf.constant(train))
    report("valid", tf.constant(0.9 * valid), tf.constant(valid))
    report("train", tf.constant(0.8 * train), tf.constant(train))
    report("valid", tf.constant(0.8 * valid), tf.constant(valid))


if __name__ == "__main__":
    main()
