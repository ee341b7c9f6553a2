# planted: TFR504 the map and filter chain of the photo pipeline is built again in every epoch
# style: data pipeline class, convolutional Keras model with train_on_batch
import numpy as np
import tensorflow as tf
import keras

SIZE = 12


class LeafPhotos:
    """Synthetic leaf silhouettes: oval, lobed and needle-like."""

    def __init__(self, count, seed):
        rng = np.random.default_rng(seed)
        yy, xx = np.mgrid[0:SIZE, 0:SIZE] - (SIZE - 1) / 2
        self.labels = rng.integers(0, 3, count).astype("int32")
        photos = []
        for label in self.labels:
            angle = np.arctan2(yy, xx) + rng.uniform(0, np.pi)
            radius = np.hypot(yy, xx)
            edge = [4.0 + np.cos(2 * angle), 3.5 + 1.2 * np.cos(5 * angle), 5 / (1 + 6 * np.sin(angle) ** 2)][label]
            photo = (radius < edge) * rng.uniform(0.5, 1.0) + rng.normal(0, 0.1, radius.shape)
            photos.append(photo)
        self.photos = np.array(photos, "float32")[..., None]

    def brighten(self, photo, label):
        return tf.clip_by_value(photo * 1.2 - 0.05, 0.0, 1.0), label

    def exposed(self, photo, label):
        return tf.reduce_mean(photo) > 0.08

    def centre(self, photo, label):
        return tf.image.per_image_standardization(photo), label

    def batches(self, size, flip):
        data = tf.data.Dataset.from_tensor_slices((self.photos, self.labels))
        data = data.map(self.brighten).filter(self.exposed).map(self.centre)
        if flip:
            data = data.map(lambda photo, label: (tf.image.flip_left_right(photo), label))
        return data.batch(size, drop_remainder=True)


def leaf_model():
    return keras.Sequential([
        keras.Input((SIZE, SIZE, 1)),
        keras.layers.Conv2D(8, 3, activation="relu"),
        keras.layers.MaxPooling2D(),
        keras.layers.Flatten(),
        keras.layers.Dense(16, activation="relu"),
        keras.layers.Dense(3, activation="softmax"),
    ])


def fit(model, photos, epochs):
    curve = []
    for epoch in range(epochs):
        losses = []
        for flip in (False, True):
            for x, y in photos.batches(30, flip):
                losses.append(float(model.train_on_batch(x, y)))
        curve.append(np.mean(losses))
    return curve


def main():
    keras.utils.set_random_seed(29)
    photos = LeafPhotos(150, seed=29)
    model = leaf_model()
    model.compile(optimizer=keras.optimizers.SGD(0.02), loss="sparse_categorical_crossentropy")
    curve = fit(model, photos, epochs=12)
    print("loss", " ".join("%.3f" % value for value in curve[::4]))
    right, seen = 0, 0
    for x, y in LeafPhotos(90, seed=30).batches(30, flip=False):
        right += int(np.sum(np.argmax(model(x, training=False), 1) == y.numpy()))
        seen += len(y)
    print("accuracy on %d new leaves %.2f" % (seen, right / seen))


if __name__ == "__main__":
    main()
