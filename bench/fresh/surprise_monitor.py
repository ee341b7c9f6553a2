# planted: TFR601 a callback asks predict for each of its few probe images after every epoch
# style: Keras subclass with a custom train_step, callback, computer vision course
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(17)


def blobs(n, seed):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[0:8, 0:8]
    centres = rng.uniform(1.5, 5.5, (n, 2))
    images = np.exp(-((yy - centres[:, :1, None]) ** 2 + (xx - centres[:, 1:, None]) ** 2) / 2.0)
    return images[..., None].astype("float32")


class DenoisingAutoencoder(keras.Model):
    def __init__(self, noise=0.2):
        super().__init__()
        self.noise = noise
        self.flat = keras.layers.Flatten()
        self.encode = keras.layers.Dense(12, activation="tanh")
        self.decode = keras.layers.Dense(64)
        self.shape_back = keras.layers.Reshape((8, 8, 1))
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.seeds = keras.random.SeedGenerator(4)

    def call(self, images, training=False):
        return self.shape_back(self.decode(self.encode(self.flat(images))))

    @property
    def metrics(self):
        return [self.loss_tracker]

    def train_step(self, images):
        noisy = images + self.noise * keras.random.normal(tf.shape(images), seed=self.seeds)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(noisy, training=True) - images))
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.loss_tracker.update_state(loss)
        return {"loss": self.loss_tracker.result()}


class SurpriseMonitor(keras.callbacks.Callback):
    """How badly is each probe reconstructed? An empty and a full image should surprise the net."""

    def __init__(self, probes):
        super().__init__()
        self.probes = probes
        self.rows = []

    def on_epoch_end(self, epoch, logs=None):
        row = {}
        for name, image in self.probes.items():
            back = self.model.predict(image[None], verbose=0)[0]
            row[name] = float(np.mean((back - image) ** 2))
        self.rows.append(row)


images = blobs(96, seed=1)
probes = {
    "known": images[0],
    "new": blobs(1, seed=2)[0],
    "empty": np.zeros((8, 8, 1), "float32"),
    "full": np.ones((8, 8, 1), "float32"),
}
model = DenoisingAutoencoder()
model.build((None, 8, 8, 1))
model.compile(optimizer=keras.optimizers.SGD(0.5))
monitor = SurpriseMonitor(probes)
model.fit(images, batch_size=24, epochs=9, shuffle=False, verbose=0, callbacks=[monitor])

for name in probes:
    print("%-6s %.4f -> %.4f" % (name, monitor.rows[0][name], monitor.rows[-1][name]))
