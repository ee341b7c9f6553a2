# planted: TFR104 each plan is a frozen dataclass object made at the call of the traced estimate
# style: dataclass plans, search over an observing grid, astronomy
"""Which exposure plan reaches the wanted signal-to-noise on a faint galaxy soonest?"""
from dataclasses import dataclass

import numpy as np
import tensorflow as tf

APERTURE = 3.6
READ_NOISE = 4.5
BANDS = {"g": (1.10, 22.1), "r": (0.95, 21.0), "i": (0.72, 19.9)}


@dataclass(frozen=True)
class Plan:
    band: str
    seconds: float
    frames: int

    @property
    def overhead(self):
        return 28.0 * self.frames


def seeing_profile(n=25):
    """Weights of the pixels under a Moffat star image."""
    yy, xx = np.mgrid[:n, :n] - n // 2
    moffat = (1 + (xx ** 2 + yy ** 2) / 9.0) ** -2.8
    return tf.constant(moffat / moffat.sum(), tf.float32)


PROFILE = seeing_profile()


@tf.function
def signal_to_noise(plan, magnitudes):
    zero, sky = BANDS[plan.band]
    area = 3.14159 * (APERTURE / 2.0) ** 2
    rate = 9.0e9 * zero * area * 10.0 ** (-0.4 * magnitudes) * 0.1
    background = 9.0e9 * zero * area * 10.0 ** (-0.4 * sky) * 0.1 * 0.04
    source = rate[:, None, None] * PROFILE * plan.seconds
    pixel_noise = source + background * plan.seconds + READ_NOISE ** 2
    full = tf.cast(source + background * plan.seconds > 90000.0, tf.float32)
    weight = source / pixel_noise * (1.0 - full)
    signal = tf.reduce_sum(source * weight, axis=[1, 2])
    variance = tf.reduce_sum(pixel_noise * weight ** 2, axis=[1, 2])
    return signal / tf.sqrt(variance) * tf.sqrt(float(plan.frames))


def search(magnitudes, wanted=12.0):
    table = []
    for band in BANDS:
        for seconds in (30.0, 60.0, 120.0, 300.0, 600.0):
            for frames in (1, 4, 9):
                snr = signal_to_noise(Plan(band, seconds, frames), magnitudes).numpy()
                cost = Plan(band, seconds, frames).overhead + seconds * frames
                table.append((cost, band, seconds, frames, float(np.median(snr)), int((snr > wanted).sum())))
    return table


def main():
    magnitudes = tf.constant(np.random.default_rng(9).uniform(21.0, 24.0, 40), tf.float32)
    table = search(magnitudes)
    for band in BANDS:
        rows = [r for r in table if r[1] == band]
        best = max(rows, key=lambda r: r[5] / r[0] ** 0.5)
        print(f"{band}: {best[3]} x {best[2]:.0f} s, median SNR {best[4]:.2f}, good targets {best[5]}")
    print("plans", len(table), "mean median SNR", round(float(np.mean([r[4] for r in table])), 2))


if __name__ == "__main__":
    main()
