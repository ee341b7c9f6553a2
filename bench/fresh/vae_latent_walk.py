# planted: TFR601 the decoder's predict is called for each point of a latent grid
# style: Keras subclass with train_step, teaching example
"""A tiny VAE of 8x8 stripes and a walk over its two-dimensional latent space."""
import numpy as np
import tensorflow as tf
from tensorflow import keras

SIDE = 8


def stripes(n, seed):
    rng = np.random.default_rng(seed)
    xx, yy = np.meshgrid(np.arange(SIDE), np.arange(SIDE))
    angle = rng.uniform(0, np.pi, (n, 1, 1))
    phase = rng.uniform(0, 2 * np.pi, (n, 1, 1))
    wave = np.sin(0.9 * (np.cos(angle) * xx + np.sin(angle) * yy) + phase)
    return (0.5 + 0.5 * wave).reshape(n, -1).astype("float32")


class VAE(keras.Model):
    def __init__(self, latent=2, beta=0.05):
        super().__init__()
        self.latent, self.beta = latent, beta
        self.encoder = keras.Sequential([keras.Input((SIDE * SIDE,)), keras.layers.Dense(48, "relu"),
                                         keras.layers.Dense(2 * latent)])
        self.decoder = keras.Sequential([keras.Input((latent,)), keras.layers.Dense(48, "relu"),
                                         keras.layers.Dense(SIDE * SIDE, "sigmoid")])
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.seed_gen = keras.random.SeedGenerator(3)

    @property
    def metrics(self):
        return [self.loss_tracker]

    def train_step(self, data):
        with tf.GradientTape() as tape:
            mean, log_var = tf.split(self.encoder(data, training=True), 2, axis=1)
            eps = keras.random.normal(tf.shape(mean), seed=self.seed_gen)
            recon = self.decoder(mean + tf.exp(0.5 * log_var) * eps, training=True)
            rec = tf.reduce_mean(tf.reduce_sum((data - recon) ** 2, 1))
            kl = -0.5 * tf.reduce_mean(tf.reduce_sum(1 + log_var - mean ** 2 - tf.exp(log_var), 1))
            loss = rec + self.beta * kl
        variables = self.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        self.loss_tracker.update_state(loss)
        return {"loss": self.loss_tracker.result()}


def latent_grid(vae, extent=2.0, n=7):
    """A mosaic of decoded images, row by row."""
    axis = np.linspace(-extent, extent, n)
    mosaic = np.zeros((n * SIDE, n * SIDE))
    for i, zy in enumerate(axis[::-1]):
        for j, zx in enumerate(axis):
            image = vae.decoder.predict(np.array([[zx, zy]]), verbose=0)[0]
            mosaic[i * SIDE:(i + 1) * SIDE, j * SIDE:(j + 1) * SIDE] = image.reshape(SIDE, SIDE)
    return mosaic


def smoothness(mosaic):
    tiles = mosaic.reshape(-1, SIDE, mosaic.shape[1] // SIDE, SIDE).swapaxes(1, 2)
    return float(np.mean(np.abs(np.diff(tiles, axis=1))))


keras.utils.set_random_seed(6)
vae = VAE()
vae.compile(optimizer=keras.optimizers.Adam(3e-3))
history = vae.fit(stripes(512, 0), epochs=5, batch_size=64, verbose=0)
print("loss", [round(v, 1) for v in history.history["loss"][::2]])

mosaic = latent_grid(vae)
print("mosaic", mosaic.shape, "mean", round(float(mosaic.mean()), 2))
print("neighbour change", round(smoothness(mosaic), 3))
