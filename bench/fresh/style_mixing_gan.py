# planted: TFR101 the layer at which two styles cross is drawn by Python's random and reaches the compiled generator as an int
# style: GAN trainer, functions over a dict of networks, random module for the coin flips
import random

import numpy as np
import tensorflow as tf

LAYERS = 12
STYLE = 6
BATCH = 16

random.seed(41)
rng = np.random.default_rng(41)


def dense(units, act, seed):
    return tf.keras.layers.Dense(units, act, kernel_initializer=tf.keras.initializers.GlorotUniform(seed=seed))


nets = {
    "map": tf.keras.Sequential([dense(STYLE, "tanh", 1), dense(STYLE, None, 2)]),
    "disc": tf.keras.Sequential([dense(24, "relu", 3), dense(1, None, 4)]),
}
scale = tf.Variable(rng.normal(0, 0.3, (LAYERS, STYLE, 8)), dtype=tf.float32)
nets["map"].build((None, STYLE))
nets["disc"].build((None, 8))
g_opt = tf.keras.optimizers.SGD(0.02)
d_opt = tf.keras.optimizers.SGD(0.02)
g_vars = nets["map"].trainable_variables + [scale]
d_vars = nets["disc"].trainable_variables
for opt, vs in ((g_opt, g_vars), (d_opt, d_vars)):
    opt.build(vs)


def synthesise(styles):
    """styles [batch, layers, style] -> [batch, 8], one modulated layer after the other"""
    h = tf.zeros([BATCH, 8])
    for i in range(LAYERS):
        h = tf.tanh(0.8 * h + styles[:, i] @ scale[i])
    return h


def mix(z1, z2, cut):
    w1, w2 = nets["map"](z1), nets["map"](z2)
    first = tf.range(LAYERS)[None, :, None] < cut
    return tf.where(first, w1[:, None, :], w2[:, None, :])


@tf.function
def g_step(z1, z2, cut):
    with tf.GradientTape() as tape:
        logits = nets["disc"](synthesise(mix(z1, z2, cut)))
        loss = tf.reduce_mean(tf.nn.softplus(-logits))
    g_opt.apply_gradients(zip(tape.gradient(loss, g_vars), g_vars))
    return loss


@tf.function
def d_step(real, z1, z2, cut):
    fake = synthesise(mix(z1, z2, cut))
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.nn.softplus(nets["disc"](fake))) + tf.reduce_mean(tf.nn.softplus(-nets["disc"](real)))
    d_opt.apply_gradients(zip(tape.gradient(loss, d_vars), d_vars))
    return loss


def noise():
    return tf.constant(rng.normal(size=(BATCH, STYLE)), tf.float32)


history = []
for it in range(60):
    real = tf.constant(np.tanh(rng.normal(0.5, 0.4, (BATCH, 8))), tf.float32)
    # 90 % of the batches are mixed, as in the paper
    cut = random.randint(1, LAYERS - 1) if random.random() < 0.9 else LAYERS
    dl = d_step(real, noise(), noise(), cut)
    gl = g_step(noise(), noise(), cut)
    history.append((float(dl), float(gl)))
    if it % 20 == 19:
        d, g = np.mean(history[-20:], axis=0)
        print("iter %d  d %.3f  g %.3f" % (it + 1, d, g))
