# planted: TFR601 the callback asks model.predict for one doodle at a time at the end of every epoch
# style: Keras callback class, convolutional classifier, stopping rule on doodle confidences
import numpy as np
import tensorflow as tf
import keras

SHAPES = ("circle", "square", "cross")


def doodles(count, seed):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[0:10, 0:10]
    images, labels = [], rng.integers(0, 3, count)
    for label in labels:
        cy, cx, r = rng.uniform(3.5, 5.5), rng.uniform(3.5, 5.5), rng.uniform(2.2, 3.5)
        dy, dx = yy - cy, xx - cx
        if label == 0:
            ink = np.abs(np.hypot(dy, dx) - r) < 0.7
        elif label == 1:
            ink = np.abs(np.maximum(np.abs(dy), np.abs(dx)) - r) < 0.6
        else:
            ink = (np.minimum(np.abs(dy), np.abs(dx)) < 0.6) & (np.hypot(dy, dx) < r)
        images.append(ink + rng.normal(0, 0.2, ink.shape))
    return np.array(images, "float32")[..., None], labels


class DoodleWatch(keras.callbacks.Callback):
    """Follow how sure the model is of a few chosen doodles."""

    def __init__(self, images, labels, enough=0.9):
        super().__init__()
        self.images, self.labels, self.enough = images, labels, enough
        self.history = []

    def confidence(self, image, label):
        probabilities = self.model.predict(image[np.newaxis], verbose=0)[0]
        return float(probabilities[label])

    def on_epoch_end(self, epoch, logs=None):
        row = [self.confidence(image, label) for image, label in zip(self.images, self.labels)]
        self.history.append(row)
        if min(row) > self.enough:
            self.model.stop_training = True


def classifier():
    return keras.Sequential([
        keras.Input((10, 10, 1)),
        keras.layers.Conv2D(8, 3, activation="relu"),
        keras.layers.MaxPooling2D(),
        keras.layers.Flatten(),
        keras.layers.Dense(24, activation="relu"),
        keras.layers.Dense(len(SHAPES), activation="softmax"),
    ])


def main():
    keras.utils.set_random_seed(6)
    images, labels = doodles(300, seed=6)
    probe_images, probe_labels = doodles(5, seed=77)
    watch = DoodleWatch(probe_images, probe_labels)
    model = classifier()
    model.compile(optimizer=keras.optimizers.Adam(0.004), loss="sparse_categorical_crossentropy",
                  metrics=["accuracy"])
    log = model.fit(images, labels, epochs=7, batch_size=30, verbose=0, callbacks=[watch])
    print("epochs", len(watch.history), "accuracy %.2f" % log.history["accuracy"][-1])
    for label, first, last in zip(probe_labels, watch.history[0], watch.history[-1]):
        print("%-6s %.2f -> %.2f" % (SHAPES[label], first, last))


if __name__ == "__main__":
    main()
