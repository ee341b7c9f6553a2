# planted: TFR601 a callback reconstructs each of its probe images with predict at the end of every epoch
# style: an applied engineer in quality control, Keras autoencoder with a callback class
"""An autoencoder for textures of cloth that watches known faults while it trains."""

import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

SIDE = 8


def cloth(count, rng):
    phase = rng.uniform(0, 2 * np.pi, size=(count, 1, 1))
    slope = rng.uniform(0.5, 1.5, size=(count, 1, 1))
    rows, columns = np.mgrid[:SIDE, :SIDE]
    weave = np.sin(slope * rows + columns + phase)
    return (weave + 0.05 * rng.normal(size=weave.shape)).astype("float32")[..., None]


def with_faults(images, rng):
    images = images.copy()
    for image in images:
        row = rng.integers(SIDE - 2)
        column = rng.integers(SIDE - 2)
        image[row : row + 2, column : column + 2] += rng.choice([-2.0, 2.0])
    return images


class FaultMonitor(keras.callbacks.Callback):
    """Keep the error of reconstruction of good and faulty pieces, epoch by epoch."""

    def __init__(self, good, faulty):
        super().__init__()
        self.good = good
        self.faulty = faulty
        self.gaps = []

    def error(self, image):
        rebuilt = self.model(image[None], training=False).numpy()
        return float(np.mean((rebuilt[0] - image) ** 2))

    def on_epoch_end(self, epoch, logs=None):
        good = np.mean([self.error(image) for image in self.good])
        faulty = np.mean([self.error(image) for image in self.faulty])
        self.gaps.append(faulty - good)
        print(f"epoch {epoch}: loss {logs['loss']:.4f} good {good:.4f} faulty {faulty:.4f}")


def build(code):
    return keras.Sequential(
        [
            layers.Input((SIDE, SIDE, 1)),
            layers.Conv2D(4, 3, strides=2, padding="same", activation="relu"),
            layers.Flatten(),
            layers.Dense(code),
            layers.Dense(SIDE * SIDE),
            layers.Reshape((SIDE, SIDE, 1)),
        ]
    )


def main():
    keras.utils.set_random_seed(55)
    rng = np.random.default_rng(55)
    images = cloth(128, rng)
    probes = cloth(5, rng)
    monitor = FaultMonitor(probes, with_faults(probes, rng))
    model = build(code=6)
    model.compile(optimizer=keras.optimizers.Adam(0.01), loss="mse")
    model.fit(images, images, epochs=5, batch_size=32, shuffle=False, verbose=0, callbacks=[monitor])
    best = int(np.argmax(monitor.gaps))
    print("widest gap after epoch", best, "of", round(float(monitor.gaps[best]), 4))


if __name__ == "__main__":
    main()
