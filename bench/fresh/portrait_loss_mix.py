# planted: TFR103 the dict of loss factors is recomputed with new Python floats before every step
# style: generative model, beta-VAE with three weighted losses, schedule functions in a dict
import math

import numpy as np
import tensorflow as tf
import keras

SCHEDULES = {
    "pixels": lambda t: 1.0,
    "kl": lambda t: 0.02 + 0.18 / (1 + math.exp(-10 * (t - 0.5))),
    "smooth": lambda t: 0.3 * (1 - t),
}


def loss_factors(step, steps):
    t = step / max(1, steps - 1)
    return {name: schedule(t) for name, schedule in SCHEDULES.items()}


def portraits(count, seed):
    """Blurred ovals with two dark eyes, 8x8 pixels."""
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[0:8, 0:8]
    out = []
    for _ in range(count):
        cy, cx, w = rng.uniform(3, 4, 3)
        face = 1 / (1 + np.exp(((yy - cy) / 1.2) ** 2 + ((xx - cx) / (w / 3)) ** 2 - 4))
        for side in (-1, 1):
            face -= 0.6 * np.exp(-(yy - cy + 1) ** 2 - (xx - cx - side * w / 2.5) ** 2)
        out.append(face)
    return np.array(out, "float32").reshape(count, 64)


class PortraitVAE:
    def __init__(self, latent=4):
        self.latent = latent
        self.encoder = keras.Sequential([
            keras.Input((64,)), keras.layers.Dense(32, activation="relu"), keras.layers.Dense(2 * latent)])
        self.decoder = keras.Sequential([
            keras.Input((latent,)), keras.layers.Dense(32, activation="relu"), keras.layers.Dense(64)])
        self.weights = self.encoder.trainable_variables + self.decoder.trainable_variables
        self.optimizer = keras.optimizers.SGD(0.05)
        self.optimizer.build(self.weights)

    def losses(self, x, noise):
        mean, logvar = tf.split(self.encoder(x), 2, axis=1)
        image = self.decoder(mean + tf.exp(0.5 * logvar) * noise)
        grid = tf.reshape(image, [-1, 8, 8])
        return {
            "pixels": tf.reduce_mean(tf.reduce_sum(tf.square(image - x), 1)),
            "kl": 0.5 * tf.reduce_mean(tf.reduce_sum(mean ** 2 + tf.exp(logvar) - 1 - logvar, 1)),
            "smooth": tf.reduce_mean(tf.square(grid[:, 1:] - grid[:, :-1])) * 64,
        }

    @tf.function
    def step(self, x, noise, factors):
        with tf.GradientTape() as tape:
            parts = self.losses(x, noise)
            total = tf.add_n([factors[name] * part for name, part in parts.items()])
        grads = [tf.clip_by_norm(g, 2.0) for g in tape.gradient(total, self.weights)]
        self.optimizer.apply_gradients(zip(grads, self.weights))
        return parts


def main(steps=24, batch=32):
    keras.utils.set_random_seed(37)
    rng = np.random.default_rng(37)
    data, vae = portraits(256, seed=37), PortraitVAE()
    history = {name: [] for name in SCHEDULES}
    for step in range(steps):
        x = tf.constant(data[rng.integers(0, len(data), batch)])
        noise = tf.constant(rng.normal(size=(batch, vae.latent)), tf.float32)
        for name, part in vae.step(x, noise, loss_factors(step, steps)).items():
            history[name].append(float(part))
    for name, values in history.items():
        print("%-6s %.3f -> %.3f" % (name, np.mean(values[:5]), np.mean(values[-5:])))


if __name__ == "__main__":
    main()
