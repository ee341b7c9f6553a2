# planted: TFR105 each clip's spectrum is asked for with a partial made from the settings at the call
# style: audio machine-learning engineer, a feature extractor with a table of settings
import functools

import numpy as np
import tensorflow as tf

RATE = 4000

SETTINGS = {
    "speech": {"frame_length": 100, "frame_step": 40, "fft_length": 128},
    "music": {"frame_length": 256, "frame_step": 64, "fft_length": 256},
    "impact": {"frame_length": 32, "frame_step": 16, "fft_length": 64},
}


def tone(freq, seconds, decay=0.0, noise=0.0, seed=0):
    t = np.arange(int(seconds * RATE)) / RATE
    wave = np.sin(2 * np.pi * freq * t) * np.exp(-decay * t)
    return (wave + noise * np.random.RandomState(seed).randn(len(t))).astype(np.float32)


def spectrum(signal, frame_length, frame_step, fft_length, power):
    stft = tf.signal.stft(signal, frame_length, frame_step, fft_length)
    return tf.abs(stft) ** power


class FeatureExtractor:
    def __init__(self, settings, power=2.0, floor=1e-6):
        self.settings = settings
        self.power = power
        self.floor = floor

    def transform_for(self, kind):
        return functools.partial(spectrum, power=self.power, **self.settings[kind])

    @tf.function
    def describe(self, signal, transform):
        energy = transform(signal)
        total = tf.reduce_sum(energy, axis=1) + self.floor
        bins = tf.linspace(0.0, RATE / 2.0, tf.shape(energy)[1])
        centroid = tf.reduce_sum(energy * bins, axis=1) / total
        share = energy / total[:, None] + self.floor
        flatness = tf.exp(-tf.reduce_mean(-tf.math.log(share), axis=1)) / tf.reduce_mean(share, axis=1)
        flux = tf.reduce_mean(tf.abs(share[1:] - share[:-1]))
        return tf.stack([tf.reduce_mean(centroid), tf.reduce_mean(flatness), 100 * flux])

    def __call__(self, kind, clip):
        return self.describe(clip, self.transform_for(kind)).numpy()


def library():
    for i in range(5):
        yield "speech", tone(180 + 20 * i, 0.5, noise=0.05, seed=i)
        yield "music", tone(440 * 2 ** (i / 12), 0.5, noise=0.01, seed=i)
        yield "impact", tone(900 - 70 * i, 0.5, decay=12.0 + i, noise=0.02, seed=i)


def main():
    extract = FeatureExtractor(SETTINGS)
    table = {kind: [] for kind in SETTINGS}
    for kind, clip in library():
        table[kind].append(extract(kind, clip))
    for kind, rows in table.items():
        centroid, flatness, flux = np.mean(rows, axis=0)
        print(f"{kind:7s} n={len(rows)} centroid={centroid:.2f} Hz flatness={flatness:.4f} flux={flux:.4f}")


if __name__ == "__main__":
    main()
