"""Read four-glyph depot codes from noisy label scans and route the parcels."""
from collections import Counter
from dataclasses import dataclass

import numpy as np
import tensorflow as tf
from tensorflow import keras

GLYPHS = "ABCDEF"


def glyph_templates(rng):
    return (rng.random((len(GLYPHS), 8, 6)) > 0.5).astype("float32")


@dataclass
class Reading:
    code: str
    confidence: float


class LabelReader:
    def __init__(self, templates, rng):
        self.model = keras.Sequential([
            keras.Input((8, 6)),
            keras.layers.Flatten(),
            keras.layers.Dense(24, activation="relu"),
            keras.layers.Dense(len(GLYPHS), activation="softmax"),
        ])
        self.model.compile("adam", "sparse_categorical_crossentropy")
        labels = rng.integers(0, len(GLYPHS), 600)
        images = templates[labels] + rng.normal(0, 0.4, (600, 8, 6)).astype("float32")
        self.model.fit(images, labels, epochs=12, batch_size=50, shuffle=False, verbose=0)

    def read(self, strip):
        glyphs = np.stack(np.split(strip, strip.shape[1] // 6, axis=1))
        probs = self.model(glyphs, training=False).numpy()
        letters = [GLYPHS[best] for best in probs.argmax(axis=1)]
        return Reading("".join(letters), float(probs.max(axis=1).min()))


class Dispatcher:
    def __init__(self, reader, threshold=0.5):
        self.reader = reader
        self.threshold = threshold
        self.lanes = Counter()
        self.manual = 0

    def accept(self, scan):
        reading = self.reader.read(scan)
        if reading.confidence < self.threshold:
            self.manual += 1
        else:
            self.lanes[reading.code[0]] += 1
        return reading


def main():
    keras.utils.set_random_seed(11)
    rng = np.random.default_rng(11)
    templates = glyph_templates(rng)
    dispatcher = Dispatcher(LabelReader(templates, rng))
    right = 0
    for _ in range(9):
        code = rng.integers(0, len(GLYPHS), 4)
        scan = np.concatenate(list(templates[code]), axis=1)
        scan = scan + rng.normal(0, 0.4, scan.shape).astype("float32")
        reading = dispatcher.accept(scan)
        right += reading.code == "".join(GLYPHS[i] for i in code)
    print("codes read right:", right)
    print("manual desk:", dispatcher.manual)
    print("lanes:", sorted(dispatcher.lanes.items()))
    print("last:", reading.code, round(reading.confidence, 2))


if __name__ == "__main__":
    main()
