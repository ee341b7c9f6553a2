# planted: TFR103 the compiled resampler is told the size of each overview as a tuple of Python ints
# style: geodata tool, one function per product, sizes computed from zoom levels, enum of resampling kinds
import enum

import numpy as np
import tensorflow as tf


class Kind(enum.Enum):
    ELEVATION = "bilinear"
    LANDUSE = "nearest"


def elevation(size=64, seed=4):
    rng = np.random.default_rng(seed)
    spectrum = np.fft.rfft2(rng.normal(size=(size, size)))
    ky = np.fft.fftfreq(size)[:, None]
    kx = np.fft.rfftfreq(size)[None]
    field = np.fft.irfft2(spectrum / (0.02 + np.hypot(kx, ky)) ** 1.6, s=(size, size))
    return ((field - field.min()) / np.ptp(field) * 1800).astype("float32")


@tf.function
def resample(raster, size):
    small = tf.image.resize(raster[:, :, None], size, method="bilinear", antialias=True)
    return small[:, :, 0]


@tf.function
def pick(raster, size):
    return tf.image.resize(raster[:, :, None], size, method="nearest")[:, :, 0]


def overview_sizes(shape, smallest=10, ratio=0.8):
    h, w = shape
    while min(h, w) * ratio >= smallest:
        h, w = int(h * ratio), int(w * ratio)
        yield h, w


def build_overviews(raster, kind):
    produce = resample if kind is Kind.ELEVATION else pick
    raster = tf.constant(raster)
    return {size: produce(raster, size).numpy() for size in overview_sizes(raster.shape)}


def main():
    height = elevation()
    landuse = np.digitize(height, [300, 700, 1200]).astype("float32")
    terrain = build_overviews(height, Kind.ELEVATION)
    classes = build_overviews(landuse, Kind.LANDUSE)
    print("full size", height.shape, "mean height %.1f" % height.mean())
    for size in list(terrain)[::3]:
        shares = np.bincount(classes[size].astype(int).ravel(), minlength=4) / classes[size].size
        print(f"{size[0]:2d}x{size[1]:2d}: mean {terrain[size].mean():6.1f} max {terrain[size].max():6.1f} "
              f"classes {' '.join(f'{s:.2f}' for s in shares)}")
    print("overviews:", len(terrain), "pixels:", sum(a.size for a in terrain.values()))


main()
