# planted: TFR103 TFR101 the list of detail bands grows with the levels and thresholds are Python floats
# style: signal processing, small class, lists of bands
"""Haar wavelet denoising: how many levels and which threshold?"""
import numpy as np
import tensorflow as tf


class Haar:
    @staticmethod
    def split(signal):
        even, odd = signal[0::2], signal[1::2]
        return (even + odd) / np.sqrt(2.0), (even - odd) / np.sqrt(2.0)

    @staticmethod
    def join(smooth, detail):
        even, odd = (smooth + detail) / np.sqrt(2.0), (smooth - detail) / np.sqrt(2.0)
        return tf.reshape(tf.stack([even, odd], axis=1), [-1])

    def decompose(self, signal, levels):
        details = []
        for _ in range(levels):
            signal, detail = self.split(signal)
            details.append(detail)
        return signal, details

    @tf.function
    def rebuild(self, smooth, details, threshold):
        for detail in reversed(details):
            kept = tf.sign(detail) * tf.maximum(tf.abs(detail) - threshold, 0.0)
            smooth = self.join(smooth, kept)
        return smooth


def blocks(count):
    t = np.arange(count) / count
    jumps = [(0.1, 4), (0.25, -5), (0.4, 3), (0.65, -2), (0.8, 4)]
    return sum(h * (t >= at) for at, h in jumps).astype(np.float32)


def main():
    rng = np.random.default_rng(31)
    clean = blocks(256)
    noisy = clean + rng.normal(0, 0.5, clean.size).astype(np.float32)
    haar = Haar()
    universal = 0.5 * np.sqrt(2 * np.log(clean.size)).item()
    results = {}
    for levels in (2, 3, 4, 5, 6):
        smooth, details = haar.decompose(tf.constant(noisy), levels)
        for share in (0.4, 0.6, 0.8, 1.0):
            denoised = haar.rebuild(smooth, details, tf.constant(share * universal, tf.float32)).numpy()
            results[levels, share] = float(np.sqrt(np.mean((denoised - clean) ** 2)))
    for levels in (2, 3, 4, 5, 6):
        row = [round(results[levels, share], 4) for share in (0.4, 0.6, 0.8, 1.0)]
        print(f"{levels} levels: {row}")
    best = min(results, key=results.get)
    print("best:", best, "noise was", round(float(np.sqrt(np.mean((noisy - clean) ** 2))), 4))


if __name__ == "__main__":
    main()
