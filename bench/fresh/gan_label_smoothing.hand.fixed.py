# gan_label_smoothing, cured.
import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Dense, Input
from tensorflow.keras.models import Sequential

config = {"steps": 8, "smooth_until": 4, "batch": 8, "noise": 2}
tf.keras.utils.set_random_seed(13)

generator = Sequential([Input((config["noise"],)), Dense(8, activation="relu"), Dense(2)])
discriminator = Sequential([Input((2,)), Dense(8, activation="relu"), Dense(1)])
g_opt = tf.keras.optimizers.Adam(1e-2)
d_opt = tf.keras.optimizers.Adam(1e-2)
bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)


@tf.function
def train_step(real, noise, step):
    if step < config["smooth_until"]:
        target = 0.9
    else:
        target = 1.0
    with tf.GradientTape() as g_tape, tf.GradientTape() as d_tape:
        fake = generator(noise, training=True)
        real_logits = discriminator(real, training=True)
        fake_logits = discriminator(fake, training=True)
        d_loss = bce(target * tf.ones_like(real_logits), real_logits) + bce(tf.zeros_like(fake_logits), fake_logits)
        g_loss = bce(tf.ones_like(fake_logits), fake_logits)
    g_opt.apply_gradients(
        zip(g_tape.gradient(g_loss, generator.trainable_variables), generator.trainable_variables)
    )
    d_opt.apply_gradients(
        zip(d_tape.gradient(d_loss, discriminator.trainable_variables), discriminator.trainable_variables)
    )
    return g_loss, d_loss


rng = np.random.default_rng(13)
for step in range(config["steps"]):
    real = tf.constant(rng.normal(2.0, 0.3, size=(config["batch"], 2)).astype("float32"))
    noise = tf.constant(rng.normal(size=(config["batch"], config["noise"])).astype("float32"))
    g, d = train_step(real, noise, tf.constant(step))
    print(step, "%.4f" % float(g), "%.4f" % float(d))
