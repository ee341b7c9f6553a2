# planted: TFR101 a custom Keras layer takes a Python temperature that a search changes
# style: custom layer, model class, calibration by search
import numpy as np
import tensorflow as tf
from tensorflow import keras


class TemperatureScale(keras.layers.Layer):
    def call(self, logits, temperature=1.0):
        return logits / temperature


class CalibratedClassifier:
    def __init__(self, features, classes):
        keras.utils.set_random_seed(33)
        self.body = keras.Sequential(
            [
                keras.layers.Input((features,)),
                keras.layers.Dense(12, activation="relu"),
                keras.layers.Dense(
                    classes, kernel_initializer=keras.initializers.RandomNormal(0, 2)
                ),
            ]
        )
        self.scale = TemperatureScale()
        self.temperature = 1.0

    @tf.function
    def loss(self, x, y, temperature):
        logits = self.scale(self.body(x, training=False), temperature=temperature)
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits)
        return tf.reduce_mean(losses)

    def calibrate(self, x, y, low=0.5, high=20.0, iterations=8):
        golden = (5**0.5 - 1) / 2
        for _ in range(iterations):
            left = high - golden * (high - low)
            right = low + golden * (high - low)
            if float(self.loss(x, y, left)) < float(self.loss(x, y, right)):
                high = right
            else:
                low = left
        self.temperature = (low + high) / 2
        return self


def main():
    rng = np.random.default_rng(12)
    x = tf.constant(rng.normal(size=(100, 4)).astype("float32"))
    y = tf.constant(rng.integers(0, 3, size=100))
    classifier = CalibratedClassifier(4, 3)
    print("before %.4f" % classifier.loss(x, y, classifier.temperature))
    classifier.calibrate(x, y)
    print("temperature %.3f" % classifier.temperature)
    print("after %.4f" % classifier.loss(x, y, classifier.temperature))


if __name__ == "__main__":
    main()
