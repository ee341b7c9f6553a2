"""The traced functions."""

import models
import tensorflow as tf


@tf.function
def train_step(x, epoch):
    return x * epoch


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.int32)])
def pinned_step(x, epoch):
    return x * tf.cast(epoch, tf.float32)


@tf.function
def scaled(x, factor):
    return x * factor


@tf.function
def total(parts):
    return tf.add_n(parts)


@tf.function
def rated(x, options):
    return x * options.rate


@tf.function
def mapped(x, function):
    return function(x)


@tf.function
def predicted(model, x):
    return model(x)


@tf.function
def summed(x):
    return tf.reduce_sum(x)


@tf.function
def relaxed(x):
    return tf.reduce_sum(x)


class Trainer(models.BaseTrainer):
    @tf.function
    def evaluate(self, x, threshold):
        return self.model(x) > threshold
