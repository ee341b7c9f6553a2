# planted: TFR201 TFR101 padded batches of beats have the length of their longest, and the class weight rises by the epoch
# style: Keras model in a custom training loop, tf.data with padded_batch, trainer class with compiled methods
import numpy as np
import tensorflow as tf
from tensorflow import keras


def beat(kind, rng):
    n = int(rng.integers(24, 56))
    t = np.linspace(-1, 1, n)
    wave = np.exp(-(t / 0.08) ** 2) - 0.2 * np.exp(-((t - 0.15) / 0.06) ** 2)
    if kind:    # ventricular: broad and without the small dip
        wave = 0.9 * np.exp(-(t / 0.3) ** 2) - 0.4 * np.exp(-((t - 0.6) / 0.2) ** 2)
    return (wave + rng.normal(0, 0.08, n)).astype("float32")[:, None]


def records(n, seed):
    rng = np.random.default_rng(seed)
    def generate():
        for _ in range(n):
            kind = int(rng.random() < 0.25)
            yield beat(kind, rng), np.float32(kind)
    return list(generate())


def dataset(items, batch):
    spec = (tf.TensorSpec([None, 1], tf.float32), tf.TensorSpec([], tf.float32))
    ds = tf.data.Dataset.from_generator(lambda: iter(items), output_signature=spec)
    return ds.padded_batch(batch, padded_shapes=([None, 1], []), drop_remainder=True)


class Trainer:
    def __init__(self, model, lr=0.02):
        self.model = model
        self.optimizer = keras.optimizers.Adam(lr)
        self.train_step = tf.function(self._train_step)

    def _train_step(self, x, y, weight):
        with tf.GradientTape() as tape:
            logits = self.model(x, training=True)[:, 0]
            ce = tf.nn.sigmoid_cross_entropy_with_logits(y, logits)
            loss = tf.reduce_mean(ce * (1.0 + (weight - 1.0) * y))
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        return loss

    def fit(self, ds, epochs):
        for epoch in range(epochs):
            weight = 1.0 + 0.5 * epoch
            losses = [float(self.train_step(x, y, weight)) for x, y in ds]
            yield epoch, np.mean(losses)


def sensitivity(model, items):
    found = [float(model(x[None], training=False)[0, 0]) > 0 for x, y in items if y == 1]
    false = [float(model(x[None], training=False)[0, 0]) > 0 for x, y in items if y == 0]
    return np.mean(found), np.mean(false)


if __name__ == "__main__":
    keras.utils.set_random_seed(2)
    model = keras.Sequential([
        keras.Input((None, 1)),
        keras.layers.Conv1D(8, 7, padding="same", activation="relu"),
        keras.layers.GlobalMaxPooling1D(),
        keras.layers.Dense(8, activation="relu"),
        keras.layers.Dense(1),
    ])
    trainer = Trainer(model)
    for epoch, loss in trainer.fit(dataset(records(96, seed=1), 16), epochs=4):
        print(f"epoch {epoch} loss {loss:.4f}")
    found, false = sensitivity(model, records(40, seed=2))
    print(f"sensitivity {found:.2f}, false alarms {false:.2f}")
