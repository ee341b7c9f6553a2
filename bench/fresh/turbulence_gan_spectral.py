# planted: TFR101 the penalty weight and the learning rate are properties of a schedule that counts rounds, read as Python floats for the traced critic round
# style: GAN trainer, schedule class with properties, Keras Sequential nets and hand-written Adam-free updates
"""A small GAN for velocity records with a turbulent spectrum."""
import numpy as np
import tensorflow as tf
from tensorflow import keras

POINTS, LATENT = 32, 8


class Schedule:
    """Penalty and step size shrink together."""

    def __init__(self, penalty, rate, half_life):
        self.start = penalty, rate
        self.half_life = half_life
        self.round = 0

    @property
    def penalty(self):
        return self.start[0] * 0.5 ** (self.round / self.half_life)

    @property
    def rate(self):
        return self.start[1] / (1.0 + self.round / self.half_life)


def records(n, rng):
    k = np.arange(1, POINTS // 2 + 1)
    phases = rng.uniform(0, 2 * np.pi, (n, len(k)))
    x = np.arange(POINTS) / POINTS
    waves = np.cos(2 * np.pi * k[None, :, None] * x[None, None, :] + phases[:, :, None])
    return (waves * k[None, :, None] ** (-5 / 6)).sum(axis=1).astype("float32")


def mlp(inputs, hidden, outputs):
    return keras.Sequential([keras.Input((inputs,)), keras.layers.Dense(hidden, activation="tanh"),
                             keras.layers.Dense(outputs)])


class SpectralGan:
    def __init__(self):
        self.maker = mlp(LATENT, 32, POINTS)
        self.critic = mlp(POINTS + POINTS // 2 + 1, 32, 1)

    def judge(self, u):
        power = tf.math.log(tf.abs(tf.signal.rfft(u)) ** 2 + 1e-2)
        return self.critic(tf.concat([u, 0.2 * power], axis=1))

    @tf.function
    def critic_round(self, real, z, penalty, rate):
        fake = self.maker(z)
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                inner.watch(real)
                score = self.judge(real)
            slope = inner.gradient(score, real)
            loss = (tf.reduce_mean(tf.nn.softplus(-score)) + tf.reduce_mean(tf.nn.softplus(self.judge(fake)))
                    + penalty * tf.reduce_mean(tf.reduce_sum(slope ** 2, axis=1)))
        weights = self.critic.trainable_variables
        for w, g in zip(weights, outer.gradient(loss, weights)):
            w.assign_sub(rate * g)
        return loss

    @tf.function
    def maker_round(self, z, rate):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.nn.softplus(-self.judge(self.maker(z))))
        weights = self.maker.trainable_variables
        for w, g in zip(weights, tape.gradient(loss, weights)):
            w.assign_sub(rate * g)
        return loss


keras.utils.set_random_seed(1941)
rng = np.random.default_rng(1941)
gan, schedule = SpectralGan(), Schedule(penalty=0.2, rate=0.1, half_life=8)
losses = []
for _ in range(18):
    z = tf.constant(rng.normal(size=(64, LATENT)), tf.float32)
    loss = gan.critic_round(tf.constant(records(64, rng)), z, schedule.penalty, schedule.rate)
    losses.append((float(loss), float(gan.maker_round(z, schedule.rate))))
    schedule.round += 1
fake = gan.maker(tf.constant(rng.normal(size=(200, LATENT)), tf.float32)).numpy()
spectrum = np.mean(np.abs(np.fft.rfft(fake)) ** 2, axis=0)
print("rounds", schedule.round)
print("critic loss", round(losses[0][0], 2), "to", round(losses[-1][0], 2))
print("maker loss", round(losses[0][1], 2), "to", round(losses[-1][1], 2))
print("penalty left", round(schedule.penalty, 3))
print("low over high modes", round(float(spectrum[1:5].sum() / spectrum[5:].sum()), 1))
