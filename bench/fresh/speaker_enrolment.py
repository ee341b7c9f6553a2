# planted: TFR107 TFR201 recordings come as int16, float32 and float64, each of its own length
# style: a telephone bank's voice team, classes with docstrings, sources that differ
"""Enrol speakers from several sources of audio, then tell who is calling."""

import numpy as np
import tensorflow as tf

RATE = 4000
BANDS = 12


class Source:
    """A place that recordings come from; each has its own ideas of a sample."""

    def __init__(self, name, dtype, noise):
        self.name = name
        self.dtype = dtype
        self.noise = noise

    def record(self, pitch, seconds, rng):
        time = np.arange(int(seconds * RATE)) / RATE
        wave = sum(np.sin(2 * np.pi * pitch * k * time) / k for k in (1, 2, 3, 5))
        wave = 0.3 * wave + self.noise * rng.normal(size=len(time))
        if self.dtype == np.int16:
            wave = np.round(wave * 8192)
        return wave.astype(self.dtype)


SOURCES = [
    Source("telephone", np.int16, 0.05),
    Source("studio", np.float64, 0.005),
    Source("app", np.float32, 0.02),
]


class VoicePrint:
    """Prints are mean log energies of bands, less their average, of length one."""

    def __init__(self):
        bins = 129
        edges = np.geomspace(2, bins - 1, BANDS + 1).astype(int)
        bank = np.zeros((bins, BANDS), np.float32)
        for band, (low, high) in enumerate(zip(edges, edges[1:])):
            bank[low : max(high, low + 1), band] = 1.0
        self.bank = tf.constant(bank)

    @tf.function
    def of(self, samples):
        scale = 1.0 / 8192.0 if samples.dtype == tf.int16 else 1.0
        wave = tf.cast(samples, tf.float32) * scale
        power = tf.abs(tf.signal.stft(wave, 256, 128)) ** 2
        energy = tf.math.log(tf.reduce_mean(power @ self.bank, axis=0) + 1e-3)
        return tf.math.l2_normalize(energy - tf.reduce_mean(energy), axis=0)


class Register:
    def __init__(self, printer):
        self.printer = printer
        self.prints = {}

    def enrol(self, name, recordings):
        self.prints[name] = np.mean([self.printer.of(r).numpy() for r in recordings], axis=0)

    def who(self, recording):
        voice = self.printer.of(recording).numpy()
        scores = {name: float(voice @ known) for name, known in self.prints.items()}
        best = max(scores, key=scores.get)
        return best, scores[best]


def main():
    rng = np.random.default_rng(1876)
    pitches = {"Ada": 210.0, "Bo": 110.0, "Chi": 165.0, "Dov": 90.0}
    register = Register(VoicePrint())
    for name, pitch in pitches.items():
        takes = [source.record(pitch, rng.uniform(0.4, 0.9), rng) for source in SOURCES]
        register.enrol(name, takes)
    right = 0
    for name, pitch in pitches.items():
        for source in SOURCES:
            call = source.record(pitch * rng.uniform(0.97, 1.03), rng.uniform(0.3, 0.6), rng)
            guess, score = register.who(call)
            right += guess == name
            print(f"{source.name:9s} {name:3s} -> {guess:3s} {score:.4f}")
    print("right", right, "of", len(pitches) * len(SOURCES))


if __name__ == "__main__":
    main()
