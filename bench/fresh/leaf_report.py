# planted: TFR601 the confusion table is filled picture by picture, with a predict for each
# style: evaluation half of a Keras image project, generator of (image, label), pretty table
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

CLASSES = ["healthy", "rust", "mildew"]
SIDE = 12


def leaf(kind, rng):
    img = np.zeros((SIDE, SIDE, 3), "float32")
    img[..., 1] = 0.6 + 0.1 * rng.standard_normal((SIDE, SIDE))
    if kind == 1:
        for _ in range(rng.integers(3, 7)):
            r, c = rng.integers(0, SIDE - 2, 2)
            img[r:r + 2, c:c + 2] = (0.7, 0.35, 0.1)
    elif kind == 2:
        img += 0.35 * rng.random((SIDE, SIDE, 1)).astype("float32") ** 2
    return np.clip(img, 0, 1)


def pictures(n, seed):
    rng = np.random.default_rng(seed)
    for _ in range(n):
        kind = int(rng.integers(0, 3))
        yield leaf(kind, rng), kind


def build():
    net = keras.Sequential([
        keras.Input((SIDE, SIDE, 3)),
        layers.Conv2D(8, 3, activation="relu"),
        layers.MaxPooling2D(),
        layers.Conv2D(8, 3, activation="relu"),
        layers.GlobalAveragePooling2D(),
        layers.Dense(3, activation="softmax"),
    ])
    net.compile(keras.optimizers.Adam(0.02), "sparse_categorical_crossentropy")
    return net


def confusion(net, samples):
    table = np.zeros((3, 3), int)
    doubtful = []
    for number, (image, truth) in enumerate(samples):
        probabilities = net.predict(np.expand_dims(image, 0), verbose=0)
        guess = np.argmax(probabilities[0])
        table[truth, guess] += 1
        if probabilities.max() < 0.6:
            doubtful.append(number)
    return table, doubtful


def show(table):
    print("          " + "".join(f"{c:>9s}" for c in CLASSES))
    for name, row in zip(CLASSES, table):
        print(f"{name:10s}" + "".join(f"{v:9d}" for v in row))
    recall = np.diag(table) / np.maximum(table.sum(axis=1), 1)
    print("balanced accuracy %.3f" % recall.mean())


if __name__ == "__main__":
    keras.utils.set_random_seed(18)
    x, y = map(np.array, zip(*pictures(160, seed=1)))
    net = build()
    net.fit(x, y, epochs=15, batch_size=32, verbose=0)
    table, doubtful = confusion(net, pictures(45, seed=2))
    show(table)
    print("doubtful pictures:", len(doubtful))
