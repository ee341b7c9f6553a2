# planted: TFR501 TFR405 a step wrapped again after each change of the global it reads
# style: script with globals, stages of training
import numpy as np
import tensorflow as tf

DROPOUT_SCALE = 1.0
LEARNING_RATE = 0.5
STAGES = [(0.5, 1.0), (0.2, 0.8), (0.1, 0.6), (0.05, 0.5)]

tf.random.set_seed(0)
rng = np.random.RandomState(60)
x = tf.constant(rng.randn(30, 4).astype(np.float32))
y = tf.constant((rng.rand(30, 1) < 0.4).astype(np.float32))
w = tf.Variable(tf.zeros([4, 1]))


def update(features, targets):
    with tf.GradientTape() as tape:
        logits = DROPOUT_SCALE * (features @ w)
        loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(targets, logits))
    w.assign_sub(LEARNING_RATE * tape.gradient(loss, w))
    return loss


for stage, (LEARNING_RATE, DROPOUT_SCALE) in enumerate(STAGES):
    # The graph keeps the globals of the time it was traced.
    step = tf.function(update)
    for _ in range(6):
        loss = step(x, y)
    print("stage", stage, "loss %.5f" % float(loss))

print("w", np.round(w.numpy().ravel(), 4))
