# planted: TFR601 predict behind a method that a generator's consumer calls
# style: generator, class
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers


class AnomalyDetector:
    """Flags readings that an autoencoder reconstructs badly."""

    def __init__(self, width, threshold):
        keras.utils.set_random_seed(2)
        self.model = keras.Sequential(
            [keras.Input((width,)), layers.Dense(2, activation="tanh"), layers.Dense(width)]
        )
        self.threshold = threshold

    def error(self, reading):
        row = np.expand_dims(reading, 0)
        reconstruction = self.model.predict(row, verbose=0)
        return float(np.mean((reconstruction - row) ** 2))

    def is_anomaly(self, reading):
        return self.error(reading) > self.threshold


def readings(count):
    rng = np.random.default_rng(2)
    for i in range(count):
        scale = 3.0 if i % 4 == 3 else 0.5
        yield (scale * rng.normal(size=4)).astype("float32")


def main():
    detector = AnomalyDetector(4, threshold=1.0)
    for i, reading in enumerate(readings(8)):
        print(i, detector.is_anomaly(reading), round(detector.error(reading), 4))


if __name__ == "__main__":
    main()
