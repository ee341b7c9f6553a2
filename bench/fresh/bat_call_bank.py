# planted: TFR507 the matcher calls tf.vectorized_map eagerly for every call in the recording, each call traces its function
# style: audio, class with methods, generator of calls
"""Match bat calls against a bank of chirp templates."""
import numpy as np
import tensorflow as tf

SPECIES = ["pipistrelle", "noctule", "barbastelle", "serotine"]
CHIRPS = {"pipistrelle": (0.10, 0.32), "noctule": (0.06, 0.12), "barbastelle": (0.2, 0.24), "serotine": (0.05, 0.22)}
LENGTH = 96


def chirp(low, high, n=LENGTH):
    t = np.arange(n)
    phase = 2 * np.pi * (high * t - 0.5 * (high - low) * t**2 / n)
    return (np.sin(phase) * np.hanning(n)).astype("float32")


def recording(rng, calls):
    for _ in range(calls):
        name = SPECIES[rng.integers(len(SPECIES))]
        low, high = CHIRPS[name]
        clean = chirp(low * rng.normal(1, 0.03), high * rng.normal(1, 0.03))
        yield name, clean + 0.25 * rng.normal(size=LENGTH).astype("float32")


class Matcher:
    def __init__(self, shift=12):
        self.bank = tf.stack([tf.constant(chirp(*CHIRPS[name])) for name in SPECIES])
        self.shift = shift
        self.seen = 0

    def _peak(self, template, call):
        padded = tf.pad(call, [[self.shift, self.shift]])
        windows = tf.signal.frame(padded, LENGTH, 1)
        scores = tf.linalg.matvec(windows, template)
        return tf.reduce_max(tf.abs(scores)) / (tf.norm(template) * tf.norm(call))

    def correlations(self, call):
        return tf.vectorized_map(lambda template: self._peak(template, call), self.bank)

    def classify(self, call):
        self.seen += 1
        scores = self.correlations(tf.constant(call)).numpy()
        order = scores.argsort()[::-1]
        margin = scores[order[0]] - scores[order[1]]
        return SPECIES[order[0]], float(scores[order[0]]), float(margin)


def main():
    rng = np.random.default_rng(41)
    matcher = Matcher()
    hits, scores, margins = 0, [], []
    for name, call in recording(rng, calls=18):
        guess, score, margin = matcher.classify(call)
        hits += guess == name
        scores.append(score)
        margins.append(margin)
    print("calls:", matcher.seen)
    print("recognised:", hits)
    print("mean score:", round(float(np.mean(scores)), 3))
    print("narrowest margin:", round(min(margins), 3))


if __name__ == "__main__":
    main()
