# planted: TFR101 two schedules zipped with the batches
# style: generator of batches, zip
import numpy as np
import tensorflow as tf


def batches(x, y, size):
    for i in range(0, len(x), size):
        yield tf.constant(x[i : i + size]), tf.constant(y[i : i + size])


weights = tf.Variable(tf.zeros([4]), name="weights")
velocity = tf.Variable(tf.zeros([4]), trainable=False)


@tf.function
def momentum_step(x, y, rate, momentum):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((tf.linalg.matvec(x, weights) - y) ** 2)
    gradient = tape.gradient(loss, weights)
    velocity.assign(momentum * velocity - rate * gradient)
    weights.assign_add(velocity)
    return loss


def run():
    rng = np.random.default_rng(2)
    x = rng.standard_normal((60, 4)).astype(np.float32)
    y = (x @ np.array([1, 2, -1, 0.5])).astype(np.float32)
    rates = [0.1 / (1 + k) ** 0.5 for k in range(6)]
    momenta = np.linspace(0.5, 0.9, 6).tolist()
    losses = []
    for (bx, by), rate, momentum in zip(batches(x, y, 10), rates, momenta):
        losses.append(momentum_step(bx, by, rate, momentum).numpy())
    return losses


for number, loss in enumerate(run()):
    print(number, "%.4f" % loss)
print(weights.numpy().round(3).tolist())
