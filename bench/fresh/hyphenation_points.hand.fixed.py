# planted: TFR601 the hyphenator calls predict once per word of the text
# style: Keras Sequential model, wrapper class, plain script
"""Learn where German-like compounds may be hyphenated, then break the words of a text."""
import random

import keras
import numpy as np

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
VOWELS = set("aeiou")
CONTEXT = 2

random.seed(2)
keras.utils.set_random_seed(2)


def make_word(syllables):
    parts = []
    for _ in range(syllables):
        onset = random.choice(["b", "d", "st", "k", "l", "m", "r", "t", "w"])
        parts.append(onset + random.choice("aeiou") + random.choice(["", "n", "r", "s"]))
    return parts


def windows(word):
    padded = " " * CONTEXT + word + " " * CONTEXT
    rows = []
    for cut in range(1, len(word)):
        around = padded[cut:cut + 2 * CONTEXT]
        rows.append([ALPHABET.find(c) + 1 for c in around])
    return np.array(rows, dtype="int32")


def training_set(count):
    inputs, labels = [], []
    for _ in range(count):
        parts = make_word(random.randint(2, 4))
        borders = set(np.cumsum([len(p) for p in parts])[:-1].tolist())
        word = "".join(parts)
        inputs.append(windows(word))
        labels.extend(float(cut in borders) for cut in range(1, len(word)))
    return np.concatenate(inputs), np.array(labels, dtype="float32")


class Hyphenator:
    def __init__(self):
        self.model = keras.Sequential([
            keras.Input((2 * CONTEXT,), dtype="int32"),
            keras.layers.Embedding(len(ALPHABET) + 1, 8),
            keras.layers.Flatten(),
            keras.layers.Dense(32, activation="relu"),
            keras.layers.Dense(1, activation="sigmoid"),
        ])
        self.model.compile(keras.optimizers.Adam(0.01), "binary_crossentropy")

    def train(self, words=400, epochs=8):
        x, y = training_set(words)
        history = self.model.fit(x, y, batch_size=64, epochs=epochs, verbose=0)
        return history.history["loss"][-1]

    def points(self, word):
        if len(word) < 4:
            return []
        scores = self.model(windows(word), training=False).numpy()[:, 0]
        return [cut + 1 for cut, score in enumerate(scores) if score > 0.5]

    def split(self, word):
        cuts = [0] + self.points(word) + [len(word)]
        return "-".join(word[a:b] for a, b in zip(cuts, cuts[1:]))


hyphenator = Hyphenator()
loss = hyphenator.train()
text = [make_word(random.randint(1, 5)) for _ in range(60)]
exact = 0
for parts in text:
    exact += hyphenator.split("".join(parts)) == "-".join(parts)
print(f"loss {loss:.2f}")
print("words split exactly:", exact, "of", len(text))
print(hyphenator.split("stalerbusten"), hyphenator.split("wintermantel"))
