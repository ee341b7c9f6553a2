# planted: TFR301 TFR101 each depth band is filtered with its own number of sweeps, a Python int that unrolls the loop
# style: class with configuration attributes, loop over regions
"""Speckle-reducing anisotropic diffusion of an ultrasound image, band by band."""
import numpy as np
import tensorflow as tf


def phantom(rows=192, columns=64, seed=7):
    """Layered tissue with two cysts and multiplicative speckle growing with depth."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:rows, :columns]
    clean = 0.5 + 0.2 * (y // 40 % 2)
    clean[(y - 60) ** 2 + (x - 20) ** 2 < 90] = 0.12
    clean[(y - 130) ** 2 + (x - 44) ** 2 < 140] = 0.15
    strength = 0.1 + 0.3 * y / rows
    speckle = rng.gamma(1.0 / strength ** 2, strength ** 2)
    return clean.astype(np.float32), (clean * speckle).astype(np.float32)


class SpeckleFilter:
    def __init__(self, band_height=16, overlap=4, step=0.12, strength=60.0, most=40):
        self.band_height = band_height
        self.overlap = overlap
        self.step = step
        self.strength = strength
        self.most = most
        self.used = []

    @staticmethod
    def variation(band):
        """Squared coefficient of variation of quiet tissue."""
        log = np.log(band + 1e-3)
        mad = np.median(np.abs(np.diff(log, axis=1)))
        return float((1.4826 * mad) ** 2 / 2.0)

    def sweeps_for(self, band):
        return int(np.clip(self.strength * np.sqrt(self.variation(band)), 3, self.most))

    @tf.function
    def diffuse(self, band, sweeps, edge):
        for _ in range(sweeps):
            padded = tf.pad(band[None, :, :, None], [[0, 0], [1, 1], [1, 1], [0, 0]], "SYMMETRIC")[0, :, :, 0]
            north, south = padded[:-2, 1:-1] - band, padded[2:, 1:-1] - band
            west, east = padded[1:-1, :-2] - band, padded[1:-1, 2:] - band
            flux = tf.zeros_like(band)
            for part in (north, south, west, east):
                relative = part / (band + 0.05)
                flux += part / (1.0 + (relative / edge) ** 2)
            band = band + self.step * flux
        return band

    def __call__(self, image):
        result = np.zeros_like(image)
        weight = np.zeros_like(image)
        for top in range(0, image.shape[0] - self.overlap, self.band_height - self.overlap):
            band = image[top:top + self.band_height]
            if len(band) < self.band_height:
                band = image[-self.band_height:]
                top = image.shape[0] - self.band_height
            sweeps = self.sweeps_for(band)
            self.used.append(sweeps)
            smooth = self.diffuse(tf.constant(band), sweeps, tf.constant(0.35))
            result[top:top + self.band_height] += smooth.numpy()
            weight[top:top + self.band_height] += 1.0
        return result / np.maximum(weight, 1.0)


def main():
    clean, noisy = phantom()
    speckle_filter = SpeckleFilter()
    smooth = speckle_filter(noisy)
    before = np.sqrt(np.mean((noisy - clean) ** 2))
    after = np.sqrt(np.mean((smooth - clean) ** 2))
    print("bands", len(speckle_filter.used), "sweeps", min(speckle_filter.used), "to", max(speckle_filter.used))
    print("rms error %.3f -> %.3f" % (before, after))
    print("contrast of the first cyst %.2f" % (smooth[60, 35:50].mean() / smooth[57:63, 17:23].mean()))


if __name__ == "__main__":
    main()
