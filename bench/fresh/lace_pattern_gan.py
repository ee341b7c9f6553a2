# planted: TFR502 so that the traced steps see the decayed noise and rate attributes, the trainer wraps both methods again for every epoch
# style: GAN trainer class with mutable attributes, keras layers, numpy data
"""A very small GAN of bobbin-lace motifs (8 x 8), with instance noise that fades as training goes on."""
import keras
import numpy as np
import tensorflow as tf


def motifs(rng, n):
    r, c = np.mgrid[0:8, 0:8]
    kinds = [((r + c) % 2), ((r % 4 == 0) | (c % 4 == 0)), (np.abs(r - 3.5) + np.abs(c - 3.5) < 4)]
    picked = np.stack([kinds[k] for k in rng.integers(0, 3, n)]).astype("float32")
    return picked.reshape(n, 64) + 0.05 * rng.normal(size=(n, 64)).astype("float32")


def mlp(inputs, *units):
    layers = [keras.Input((inputs,))]
    for u in units[:-1]:
        layers.append(keras.layers.Dense(u, activation="leaky_relu"))
    return keras.Sequential(layers + [keras.layers.Dense(units[-1])])


class LaceGan:
    def __init__(self, latent=8):
        self.latent = latent
        self.maker, self.critic = mlp(latent, 32, 64), mlp(64, 32, 1)
        self.noise, self.rate = 0.5, 0.02

    def critic_step(self, real, z, jitter):
        with tf.GradientTape() as tape:
            on_real = self.critic(real + self.noise * jitter)
            on_fake = self.critic(self.maker(z) + self.noise * jitter)
            loss = tf.reduce_mean(tf.nn.softplus(-on_real) + tf.nn.softplus(on_fake))
        self.descend(self.critic, tape.gradient(loss, self.critic.trainable_variables))
        return loss

    def maker_step(self, z, jitter):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.nn.softplus(-self.critic(self.maker(z) + self.noise * jitter)))
        self.descend(self.maker, tape.gradient(loss, self.maker.trainable_variables))
        return loss

    def descend(self, model, gradients):
        for variable, gradient in zip(model.trainable_variables, gradients):
            variable.assign_sub(self.rate * gradient)

    def train(self, data, epochs, rng, batch=32):
        for _ in range(epochs):
            critic_step, maker_step = tf.function(self.critic_step), tf.function(self.maker_step)
            losses = []
            for start in range(0, len(data), batch):
                z = tf.constant(rng.normal(size=(batch, self.latent)), tf.float32)
                jitter = tf.constant(rng.normal(size=(batch, 64)), tf.float32)
                real = tf.constant(data[start:start + batch])
                losses.append((float(critic_step(real, z, jitter)), float(maker_step(z, jitter))))
            self.noise *= 0.85
            self.rate = max(0.005, self.rate * 0.95)
            yield np.mean(losses, axis=0)


keras.utils.set_random_seed(1560)
rng = np.random.default_rng(1560)
gan = LaceGan()
for epoch, (critic, maker) in enumerate(gan.train(motifs(rng, 256), 12, rng)):
    if epoch % 4 == 3:
        print(f"epoch {epoch + 1:2d}: critic {critic:.3f}, maker {maker:.3f}")
lace = gan.maker(tf.constant(rng.normal(size=(50, 8)), tf.float32)).numpy()
print("thread share", round(float(lace.mean()), 2), "spread", round(float(lace.std()), 2))
print("noise left", round(float(gan.noise), 3))
