# planted: TFR103 the calls of an encounter are handed over as a Python list whose length differs between encounters
# style: audio evaluation loop, dataclass records, functional Keras encoder, nearest centroid identification
from dataclasses import dataclass, field

import numpy as np
import tensorflow as tf
import keras

CLIP = 64
WHALES = ("Spot", "Hook", "Ridge")


@dataclass
class Encounter:
    whale: str
    clips: list = field(default_factory=list)


def simulate(count, seed):
    rng = np.random.default_rng(seed)
    t = np.arange(CLIP) / CLIP
    out = []
    for _ in range(count):
        who = int(rng.integers(len(WHALES)))
        encounter = Encounter(WHALES[who])
        for _ in range(rng.integers(2, 19)):
            base = 4 + 2.5 * who + rng.normal(0, 0.5)
            sweep = (who - 1) * 3 + rng.normal(0, 0.6)
            clip = np.sin(2 * np.pi * (base * t + sweep * t ** 2 / 2)) + rng.normal(0, 0.4, CLIP)
            encounter.clips.append(tf.constant(clip, tf.float32))
        out.append(encounter)
    return out


def spectrum_encoder():
    inputs = keras.Input((CLIP // 2 + 1,))
    h = keras.layers.Dense(24, activation="relu")(inputs)
    return keras.Model(inputs, keras.layers.Dense(6)(h))


class CallIdentifier:
    def __init__(self, encoder):
        self.encoder = encoder
        self.centroids = {}

    def spectra(self, batch):
        power = tf.abs(tf.signal.rfft(batch * tf.signal.hann_window(CLIP)))
        return tf.math.log1p(power)

    def embed(self, clips):
        return self._embed(tf.stack(clips))

    @tf.function(input_signature=[tf.TensorSpec([None, CLIP], tf.float32)])
    def _embed(self, batch):
        vectors = self.encoder(self.spectra(batch), training=False)
        return tf.reduce_mean(tf.math.l2_normalize(vectors, axis=1), axis=0)

    def enrol(self, encounters):
        for name in WHALES:
            vectors = [self.embed(e.clips).numpy() for e in encounters if e.whale == name]
            self.centroids[name] = np.mean(vectors, axis=0)

    def identify(self, encounter):
        vector = self.embed(encounter.clips).numpy()
        return max(WHALES, key=lambda name: float(self.centroids[name] @ vector))

    def confusion(self, encounters):
        table = {name: dict.fromkeys(WHALES, 0) for name in WHALES}
        for encounter in encounters:
            table[encounter.whale][self.identify(encounter)] += 1
        return table


def main():
    keras.utils.set_random_seed(31)
    known, new = simulate(30, seed=1), simulate(30, seed=2)
    identifier = CallIdentifier(spectrum_encoder())
    identifier.enrol(known)
    table = identifier.confusion(new)
    for name in WHALES:
        print("%-5s" % name, " ".join("%2d" % table[name][other] for other in WHALES))
    right = sum(table[name][name] for name in WHALES)
    print("identified %d of %d encounters" % (right, len(new)))
    print("calls per encounter %.2f" % np.mean([len(e.clips) for e in new]))


if __name__ == "__main__":
    main()
