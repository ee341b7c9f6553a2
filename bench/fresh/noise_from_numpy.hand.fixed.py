# noise_from_numpy, cured.
import numpy as np
import tensorflow as tf

np.random.seed(1)
DIM, HIDDEN, BATCH = 6, 3, 16

w_enc = tf.Variable(np.random.randn(DIM, HIDDEN).astype(np.float32) * 0.3)
w_dec = tf.Variable(np.random.randn(HIDDEN, DIM).astype(np.float32) * 0.3)
basis = np.random.randn(HIDDEN, DIM).astype(np.float32)
clean = tf.constant(np.random.randn(BATCH, HIDDEN).astype(np.float32) @ basis)


@tf.function
def train_step(x, noise, step):
    lr = 0.2 / (1.0 + 0.05 * step)
    with tf.GradientTape() as tape:
        code = tf.tanh((x + noise) @ w_enc)
        loss = tf.reduce_mean((code @ w_dec - x) ** 2)
    for var, grad in zip((w_enc, w_dec), tape.gradient(loss, (w_enc, w_dec))):
        var.assign_sub(lr * grad)
    return loss


losses = []
for step in range(14):
    noise = np.random.normal(0.0, 0.3, size=(BATCH, DIM)).astype(np.float32)
    losses.append(float(train_step(clean, noise, tf.constant(step, tf.float32))))
for step in range(0, 14, 4):
    print("step", step, "loss %.4f" % losses[step])
print("last %.4f" % losses[-1])
