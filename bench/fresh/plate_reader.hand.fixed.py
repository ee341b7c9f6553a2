# planted: TFR601 every character that is cut out of a plate is classified with its own model.predict
# style: small OpenCV-like application without OpenCV, glyph bitmaps, Keras classifier trained at start
import numpy as np
from tensorflow import keras

FONT = {
    "A": "010101111101101", "B": "110101110101110", "C": "011100100100011", "E": "111100110100111",
    "H": "101101111101101", "K": "101110100110101", "L": "100100100100111", "T": "111010010010010",
    "1": "010110010010111", "4": "101101111001001", "7": "111001010010010", "9": "111101111001111",
}
ALPHABET = sorted(FONT)
H, W = 5, 3


def draw(char, rng, noise):
    pixels = np.array(list(FONT[char]), "float32").reshape(H, W)
    return np.clip(pixels + rng.normal(0, noise, (H, W)), 0, 1).astype("float32")


def draw_plate(text, rng):
    gap = np.zeros((H, 1), "float32")
    strips = [gap]
    for c in text:
        strips += [draw(c, rng, 0.15), gap]
    return np.concatenate(strips, axis=1)


def segments(plate):
    """the layout is fixed: three columns, one column of space"""
    for left in range(1, plate.shape[1], W + 1):
        yield plate[:, left:left + W]


def train_classifier(rng, copies=40):
    x = np.stack([draw(c, rng, 0.2) for c in ALPHABET for _ in range(copies)])
    y = np.repeat(np.arange(len(ALPHABET)), copies)
    model = keras.Sequential([
        keras.Input((H, W)),
        keras.layers.Flatten(),
        keras.layers.Dense(32, activation="relu"),
        keras.layers.Dense(len(ALPHABET), activation="softmax"),
    ])
    model.compile(optimizer=keras.optimizers.Adam(0.02), loss="sparse_categorical_crossentropy")
    model.fit(x, y, epochs=12, batch_size=32, verbose=0)
    return model


def read_plate(model, plate, min_confidence=0.4):
    text, confidences = "", []
    for crop in segments(plate):
        scores = model(crop[np.newaxis], training=False).numpy()[0]
        best = int(scores.argmax())
        confidences.append(scores[best])
        text += ALPHABET[best] if scores[best] > min_confidence else "?"
    return text, min(confidences)


if __name__ == "__main__":
    keras.utils.set_random_seed(11)
    rng = np.random.default_rng(11)
    model = train_classifier(rng)
    plates = ["KL1497", "BATH41", "ECHT79", "HALE17", "TACK94"]
    correct = 0
    for truth in plates:
        text, confidence = read_plate(model, draw_plate(truth, rng))
        correct += sum(a == b for a, b in zip(text, truth))
        print(truth, "->", text, "weakest %.2f" % confidence)
    print("characters right: %d of %d" % (correct, sum(map(len, plates))))
