# planted: TFR601 TFR201 predict for each small batch, padded to its own longest message
# style: NLP batch job
import re

import numpy as np
from tensorflow import keras

MESSAGES = """where is my order
i want my money back please
hello
the app crashes when i open the basket page
can i change the delivery address of my last order
thanks
cancel it
is there a discount for students
the invoice is wrong
my password does not work and i cannot reset it by mail
good morning
when will the shop in town open again""".splitlines()
INTENTS = ["order", "refund", "problem", "other"]
BATCH = 2


def tokenize(text):
    return re.findall(r"[a-z]+", text.lower())


def build_vocabulary(texts):
    words = sorted({word for text in texts for word in tokenize(text)})
    return {word: i + 1 for i, word in enumerate(words)}


def encode(batch, vocabulary):
    ids = [[vocabulary.get(word, 0) for word in tokenize(text)] for text in batch]
    longest = max(len(row) for row in ids)
    return np.array([row + [0] * (longest - len(row)) for row in ids])


def build_classifier(vocabulary_size):
    keras.utils.set_random_seed(12)
    return keras.Sequential(
        [
            keras.layers.Input((None,)),
            keras.layers.Embedding(vocabulary_size + 1, 12, mask_zero=True),
            keras.layers.GlobalAveragePooling1D(),
            keras.layers.Dense(len(INTENTS), activation="softmax"),
        ]
    )


vocabulary = build_vocabulary(MESSAGES)
classifier = build_classifier(len(vocabulary))
for start in range(0, len(MESSAGES), BATCH):
    batch = MESSAGES[start : start + BATCH]
    probabilities = classifier.predict(encode(batch, vocabulary), verbose=0)
    for text, row in zip(batch, probabilities):
        print(f"{INTENTS[row.argmax()]:8s} {row.max():.4f}  {text}")
