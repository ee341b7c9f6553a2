# planted: TFR101 the step of a reverse process, an index into a table of constants
# style: functional, constants of the module
import numpy as np
import tensorflow as tf

STEPS = 10
BETAS = tf.constant(np.linspace(1e-3, 0.2, STEPS), dtype=tf.float32)
ALPHAS = 1.0 - BETAS
ALPHA_BARS = tf.math.cumprod(ALPHAS)


def build_denoiser():
    inputs = tf.keras.Input((4,))
    hidden = tf.keras.layers.Dense(16, activation="swish")(inputs)
    return tf.keras.Model(inputs, tf.keras.layers.Dense(4)(hidden))


tf.keras.utils.set_random_seed(21)
denoiser = build_denoiser()


@tf.function
def denoise(x, t):
    predicted = denoiser(x, training=False)
    alpha = tf.gather(ALPHAS, t)
    alpha_bar = tf.gather(ALPHA_BARS, t)
    return (x - (1.0 - alpha) / tf.sqrt(1.0 - alpha_bar) * predicted) / tf.sqrt(alpha)


def sample(count):
    x = tf.constant(np.random.default_rng(4).normal(size=(count, 4)), tf.float32)
    for t in reversed(range(STEPS)):
        x = denoise(x, t)
    return x


print(np.round(sample(3).numpy(), 3))
