"""The fitting step and the forecast of one district's model."""
import tensorflow as tf


@tf.function
def step(model, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


@tf.function
def ahead(model, row):
    return model(row, training=False)[0, 0]


def fit_district(model, optimizer, x, y, sweeps):
    optimizer.build(model.trainable_variables)
    x, y = tf.constant(x), tf.constant(y)
    for _ in range(sweeps):
        loss = step(model, optimizer, x, y)
    return float(loss)


def forecast(model, row):
    return float(ahead(model, tf.constant(row)))
