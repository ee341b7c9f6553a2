"""Sort rim profiles of sherds into vessel types and report, trench by trench, what the layers hold."""
from collections import Counter, namedtuple

import keras
import numpy as np

Sherd = namedtuple("Sherd", "trench layer profile")
TYPES = ["bowl", "jar", "beaker"]
POINTS = 24


def profile_of(kind, rng):
    s = np.linspace(0, 1, POINTS)
    base = {"bowl": s ** 2, "jar": 0.6 + 0.3 * np.sin(3 * s), "beaker": 0.4 + 0.1 * s}[kind]
    return (base + rng.normal(0, 0.06, POINTS)).astype("float32")


def reference_collection(rng, each=60):
    x = np.stack([profile_of(k, rng) for k in TYPES for _ in range(each)])
    y = np.repeat(np.arange(len(TYPES)), each)
    order = rng.permutation(len(y))
    return x[order], y[order]


def dig(rng, count=22):
    for i in range(count):
        layer = int(rng.integers(1, 4))
        kind = rng.choice(TYPES, p=[0.2 * layer, 0.7 - 0.2 * layer, 0.3])
        yield Sherd("AB"[i % 2], layer, profile_of(str(kind), rng))


class Typology:
    def __init__(self):
        self.model = keras.Sequential([
            keras.Input((POINTS,)),
            keras.layers.Dense(16, activation="relu"),
            keras.layers.Dense(len(TYPES), activation="softmax"),
        ])
        self.model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])

    def study(self, x, y):
        return self.model.fit(x, y, epochs=12, batch_size=20, shuffle=False, verbose=0).history["accuracy"][-1]

    def classify(self, sherds):
        odds = self.model.predict_on_batch(np.stack([s.profile for s in sherds]))
        return [(TYPES[int(row.argmax())], float(row.max())) for row in odds]


def trench_report(typology, sherds):
    counts, doubtful = Counter(), 0
    for sherd, (kind, odds) in zip(sherds, typology.classify(sherds)):
        counts[sherd.layer, kind] += 1
        doubtful += odds < 0.6
    return counts, doubtful


keras.utils.set_random_seed(1922)
rng = np.random.default_rng(1922)
typology = Typology()
print("reference accuracy", round(typology.study(*reference_collection(rng)), 2))
finds = list(dig(rng))
for trench in "AB":
    counts, doubtful = trench_report(typology, [s for s in finds if s.trench == trench])
    common = max(sorted(counts), key=counts.get)
    print(f"trench {trench}: commonest {common[1]} in layer {common[0]} ({counts[common]}), doubtful {doubtful}")
print("sherds", len(finds))
