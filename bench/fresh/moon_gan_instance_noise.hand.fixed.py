"""Teach a small GAN two half moons, with instance noise that fades away."""
from collections import namedtuple

import numpy as np
import tensorflow as tf
from tensorflow import keras

Knobs = namedtuple("Knobs", "noise smoothing")
LATENT = 3


def moons(rng, n):
    angle = rng.uniform(0, np.pi, n)
    upper = rng.random(n) < 0.5
    x = np.where(upper, np.cos(angle), 1 - np.cos(angle))
    y = np.where(upper, np.sin(angle), 0.4 - np.sin(angle))
    return np.stack([x, y], 1).astype("float32")


def mlp(inputs, outputs):
    return keras.Sequential([
        keras.Input((inputs,)),
        keras.layers.Dense(16, activation="leaky_relu"),
        keras.layers.Dense(outputs),
    ])


def make_steps(generator, critic, rate):
    g_opt, d_opt = keras.optimizers.SGD(rate), keras.optimizers.SGD(rate)
    g_opt.build(generator.trainable_variables)
    d_opt.build(critic.trainable_variables)

    @tf.function
    def critic_step(real, latent, jitter, knobs):
        fake = generator(latent)
        with tf.GradientTape() as tape:
            on_real = critic(real + knobs.noise * jitter)
            on_fake = critic(fake - knobs.noise * jitter)
            target = 1.0 - knobs.smoothing
            loss = tf.reduce_mean(tf.nn.softplus(on_real) - target * on_real)
            loss += tf.reduce_mean(tf.nn.softplus(on_fake))
        grads = tape.gradient(loss, critic.trainable_variables)
        d_opt.apply_gradients(zip(grads, critic.trainable_variables))
        return loss

    @tf.function
    def generator_step(latent, jitter, knobs):
        with tf.GradientTape() as tape:
            logits = critic(generator(latent) + knobs.noise * jitter)
            loss = tf.reduce_mean(tf.nn.softplus(-logits))
        grads = tape.gradient(loss, generator.trainable_variables)
        g_opt.apply_gradients(zip(grads, generator.trainable_variables))
        return loss

    return critic_step, generator_step


def main():
    keras.utils.set_random_seed(9)
    rng = np.random.default_rng(9)
    generator, critic = mlp(LATENT, 2), mlp(2, 1)
    critic_step, generator_step = make_steps(generator, critic, rate=0.05)
    knobs = Knobs(noise=0.5, smoothing=0.2)
    trace = []
    for round_ in range(14):
        current = Knobs(*(tf.constant(value, tf.float32) for value in knobs))
        for _ in range(5):
            latent = rng.normal(size=(64, LATENT)).astype("float32")
            jitter = rng.normal(size=(64, 2)).astype("float32")
            d = critic_step(moons(rng, 64), latent, jitter, current)
            g = generator_step(latent, jitter, current)
        trace.append((float(d), float(g)))
        knobs = knobs._replace(noise=knobs.noise * 0.8, smoothing=knobs.smoothing * 0.9)
    sample = generator(rng.normal(size=(200, LATENT)).astype("float32")).numpy()
    print("critic loss:", round(trace[0][0], 2), "->", round(trace[-1][0], 2))
    print("generator loss:", round(trace[0][1], 2), "->", round(trace[-1][1], 2))
    print("sample mean:", [round(float(v), 2) for v in sample.mean(0)])
    print("final noise:", round(knobs.noise, 3))


if __name__ == "__main__":
    main()
