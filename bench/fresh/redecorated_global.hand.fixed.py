# redecorated_global, cured.
import numpy as np
import tensorflow as tf

STAGES = [(0.5, 1.0), (0.2, 0.8), (0.1, 0.6), (0.05, 0.5)]

tf.random.set_seed(0)
rng = np.random.RandomState(60)
x = tf.constant(rng.randn(30, 4).astype(np.float32))
y = tf.constant((rng.rand(30, 1) < 0.4).astype(np.float32))
w = tf.Variable(tf.zeros([4, 1]))


@tf.function
def update(features, targets, learning_rate, dropout_scale):
    with tf.GradientTape() as tape:
        logits = dropout_scale * (features @ w)
        loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(targets, logits))
    w.assign_sub(learning_rate * tape.gradient(loss, w))
    return loss


for stage, settings in enumerate(STAGES):
    learning_rate, dropout_scale = (tf.constant(value) for value in settings)
    for _ in range(6):
        loss = update(x, y, learning_rate, dropout_scale)
    print("stage", stage, "loss %.5f" % float(loss))

print("w", np.round(w.numpy().ravel(), 4))
