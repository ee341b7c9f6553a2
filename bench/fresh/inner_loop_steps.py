# planted: TFR301 the steps of an inner loop that grow with the outer one
# style: meta-learning, nested loops
import numpy as np
import tensorflow as tf

theta = tf.Variable([0.0, 0.0])


def loss_of(weights, x, y):
    return tf.reduce_mean(tf.square(weights[0] * x + weights[1] - y))


@tf.function
def adapt(x, y, num_steps, inner_lr=0.1):
    weights = tf.identity(theta)
    for step in range(num_steps):
        with tf.GradientTape() as tape:
            tape.watch(weights)
            loss = loss_of(weights, x, y)
        weights = weights - inner_lr * tape.gradient(loss, weights)
    return weights


rng = np.random.default_rng(42)
for outer in range(6):
    slope, shift = rng.normal(size=2)
    x = rng.uniform(-1, 1, 10)
    y = slope * x + shift
    adapted = adapt(tf.constant(x, tf.float32), tf.constant(y, tf.float32), 1 + outer)
    theta.assign_add(0.2 * (adapted - theta))
    print(outer, np.round(theta.numpy(), 4))
