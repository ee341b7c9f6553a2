"""Find the pulsation period of simulated Cepheids by fitting truncated Fourier series on a period grid."""
from dataclasses import dataclass, field

import numpy as np
import tensorflow as tf

HARMONICS = 3


@dataclass
class LightCurve:
    name: str
    hjd: tf.Tensor
    mag: tf.Tensor
    err: tf.Tensor
    truth: float


@dataclass
class Periodogram:
    periods: list = field(default_factory=list)
    chi2: list = field(default_factory=list)

    def add(self, period, value):
        self.periods.append(period)
        self.chi2.append(value)

    @property
    def best(self):
        return self.periods[int(np.argmin(self.chi2))]


def observe(name, period, rng, n=70):
    t = np.sort(rng.uniform(0.0, 60.0, n))
    phase = t / period
    mag = 12.0 + 0.35 * np.cos(2 * np.pi * phase) + 0.12 * np.sin(4 * np.pi * phase)
    mag += rng.normal(0, 0.02, n)
    as32 = lambda a: tf.constant(a, tf.float32)
    return LightCurve(name, as32(t), as32(mag), as32(np.full(n, 0.02)), period)


@tf.function
def fourier_chi2(t, mag, err, period):
    phase = 2.0 * np.pi * t / period
    columns = [tf.ones_like(t)]
    for k in range(1, HARMONICS + 1):
        columns.append(tf.cos(k * phase))
        columns.append(tf.sin(k * phase))
    design = tf.stack(columns, axis=1) / err[:, None]
    target = (mag / err)[:, None]
    coef = tf.linalg.lstsq(design, target, l2_regularizer=1e-4)
    return tf.reduce_sum(tf.square(target - design @ coef))


def score(curve, period):
    return float(fourier_chi2(curve.hjd, curve.mag, curve.err, tf.constant(period, tf.float32)))


def scan(curve, low, high, count):
    gram = Periodogram()
    width = (high - low) / count
    for j in range(count):
        p = low + width * (j + 0.5)
        gram.add(p, score(curve, p))
    return gram


def refine(curve, centre):
    return scan(curve, centre * 0.985, centre * 1.015, 9).best


def main():
    rng = np.random.default_rng(1912)
    stars = [observe(n, p, rng) for n, p in (("HV 829", 5.37), ("HV 2019", 4.18))]
    for star in stars:
        coarse = scan(star, 3.0, 7.0, 24).best
        fine = refine(star, coarse)
        print(f"{star.name}: coarse {coarse:.3f} d, refined {fine:.3f} d, true {star.truth:.2f} d")
    lengths = [int(s.hjd.shape[0]) for s in stars]
    print("epochs", sum(lengths))


if __name__ == "__main__":
    main()
