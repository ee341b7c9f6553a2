# planted: TFR101 the side to resize to is computed as a Python int for every scale and passed to the traced method
# style: competition code, test-time augmentation over scales and mirror images
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


def make_backbone(classes):
    inputs = tf.keras.Input((None, None, 1))
    x = tf.keras.layers.Conv2D(8, 3, padding="same", activation="relu")(inputs)
    x = tf.keras.layers.MaxPooling2D(2)(x)
    x = tf.keras.layers.Conv2D(8, 3, padding="same", activation="relu")(x)
    x = tf.keras.layers.GlobalAveragePooling2D()(x)
    wide = tf.keras.initializers.RandomNormal(stddev=9.0)
    return tf.keras.Model(inputs, tf.keras.layers.Dense(classes, kernel_initializer=wide)(x))


class ScaledPredictor:
    """Averages class probabilities over resized and mirrored copies of a batch."""

    def __init__(self, model, base=24, low=0.75, high=1.5, steps=6):
        self.model = model
        self.base = base
        self.scales = [low + (high - low) * i / (steps - 1) for i in range(steps)]

    def sides(self):
        for scale in self.scales:
            yield int(round(self.base * scale))

    @tf.function
    def _probabilities(self, images, side, mirror=False):
        images = tf.image.resize(images, (side, side))
        if mirror:
            images = tf.image.flip_left_right(images)
        return tf.nn.softmax(self.model(images, training=False))

    def predict(self, images):
        total = np.zeros((len(images), self.model.output_shape[-1]), "float32")
        spread = []
        for side in map(tf.constant, self.sides()):
            plain = self._probabilities(images, side)
            mirrored = self._probabilities(images, side, mirror=True)
            total += plain.numpy() + mirrored.numpy()
            spread.append(float(tf.reduce_max(tf.abs(plain - mirrored))))
        return total / (2 * len(self.scales)), spread


def blobs(count, side):
    rng = np.random.default_rng(5)
    axis = np.linspace(-1, 1, side)
    grid_x, grid_y = np.meshgrid(axis, axis)
    images = []
    for _ in range(count):
        x0, y0 = rng.uniform(-0.6, 0.6, 2)
        width = rng.uniform(0.05, 0.4)
        images.append(np.exp(-((grid_x - x0) ** 2 + (grid_y - y0) ** 2) / width))
    return np.stack(images)[..., None].astype("float32")


predictor = ScaledPredictor(make_backbone(4))
probabilities, spread = predictor.predict(blobs(10, 24))
for row in probabilities[:4]:
    print(" ".join(f"{p:.4f}" for p in row))
print("largest mirror gap per scale:", [round(s, 5) for s in spread])
print("sum of squares", round(float((probabilities ** 2).sum()), 4))
