# planted: TFR601 the occlusion map predicts once for every hidden patch of every photograph
# style: explanation class around a Keras image model, nested loops over patches
import numpy as np
import tensorflow as tf
import keras

SIZE, PATCH = 12, 3


def rocks(count, seed):
    rng = np.random.default_rng(seed)
    photos = rng.normal(0.5, 0.08, (count, SIZE, SIZE, 2))
    mossy = rng.random(count) < 0.5
    corner = rng.integers(0, SIZE - 4, (count, 2))
    for photo, moss, (r, c) in zip(photos, mossy, corner):
        photo[r:r + 4, c:c + 4, 1] += 0.25 if moss else 0.0
        photo[r:r + 4, c:c + 4, 0] -= 0.1
    return photos.astype("float32"), mossy.astype("float32")[:, None], corner


def moss_model():
    inputs = keras.Input((SIZE, SIZE, 2))
    h = keras.layers.Conv2D(8, 3, activation="relu", padding="same")(inputs)
    h = keras.layers.MaxPooling2D()(h)
    h = keras.layers.Conv2D(8, 3, activation="relu")(h)
    h = keras.layers.GlobalMaxPooling2D()(h)
    return keras.Model(inputs, keras.layers.Dense(1, activation="sigmoid")(h))


class OcclusionExplainer:
    def __init__(self, model, patch, fill):
        self.model, self.patch, self.fill = model, patch, fill

    def probability(self, photo):
        return float(self.model(photo[np.newaxis], training=False)[0, 0])

    def positions(self):
        for r in range(0, SIZE, self.patch):
            for c in range(0, SIZE, self.patch):
                yield r, c

    def heatmap(self, photo):
        base = self.probability(photo)
        heat = np.zeros((SIZE // self.patch, SIZE // self.patch))
        for r, c in self.positions():
            covered = photo.copy()
            covered[r:r + self.patch, c:c + self.patch] = self.fill
            heat[r // self.patch, c // self.patch] = base - self.probability(covered)
        return base, heat


def main():
    keras.utils.set_random_seed(89)
    photos, mossy, _ = rocks(300, seed=89)
    model = moss_model()
    model.compile(optimizer=keras.optimizers.Adam(0.01), loss="binary_crossentropy", metrics=["accuracy"])
    log = model.fit(photos, mossy, epochs=8, batch_size=30, verbose=0)
    print("accuracy %.2f" % log.history["accuracy"][-1])
    explainer = OcclusionExplainer(model, PATCH, photos.mean(axis=(0, 1, 2)))
    fresh, labels, corner = rocks(8, seed=90)
    for number in np.flatnonzero(labels[:, 0])[:3]:
        base, heat = explainer.heatmap(fresh[number])
        r, c = np.unravel_index(np.argmax(heat), heat.shape)
        near = abs(r * PATCH - corner[number, 0]) <= 5 and abs(c * PATCH - corner[number, 1]) <= 5
        print("photo %d probability %.2f largest drop %.2f at the moss %s" % (number, base, heat.max(), near))


if __name__ == "__main__":
    main()
