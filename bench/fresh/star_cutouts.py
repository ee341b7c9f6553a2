# planted: TFR201 TFR107 the cutouts differ in size and come as float32, float64 or int16 according to the camera
# style: astronomer's reduction script
"""Centroid, flux and width of stars in cutouts from three cameras."""
import numpy as np
import tensorflow as tf

CAMERAS = {"blue": np.float32, "red": np.float64, "guider": np.int16}


@tf.function
def moments(cutout):
    image = tf.cast(cutout, tf.float32)
    rows = tf.cast(tf.range(tf.shape(image)[0]), tf.float32)
    columns = tf.cast(tf.range(tf.shape(image)[1]), tf.float32)
    border = tf.concat([image[0], image[-1], image[1:-1, 0], image[1:-1, -1]], axis=0)
    image = tf.maximum(image - tf.reduce_mean(border), 0.0)
    flux = tf.reduce_sum(image) + 1e-6
    y = tf.reduce_sum(image * rows[:, None]) / flux
    x = tf.reduce_sum(image * columns[None, :]) / flux
    spread = tf.reduce_sum(image * ((rows[:, None] - y) ** 2 + (columns[None, :] - x) ** 2))
    return tf.stack([y, x, flux, tf.sqrt(spread / flux / 2.0)])


def exposure(rng, shape=(64, 64), stars=8):
    rows, columns = np.mgrid[: shape[0], : shape[1]]
    frame = rng.normal(100.0, 2.0, shape)
    catalogue = []
    for _ in range(stars):
        y, x = rng.uniform(10, 54, 2)
        peak, width = rng.uniform(400, 3000), rng.uniform(1.0, 1.6)
        frame += peak * np.exp(-((rows - y) ** 2 + (columns - x) ** 2) / (2 * width**2))
        catalogue.append((y, x, peak))
    return frame, catalogue


def cutouts(frame, catalogue):
    for y, x, peak in catalogue:
        half = 4 + int(peak // 800)
        top, left = int(round(y)) - half, int(round(x)) - half
        top, left = max(top, 0), max(left, 0)
        yield top, left, frame[top : top + 2 * half + 1, left : left + 2 * half + 1]


def main():
    rng = np.random.default_rng(77)
    for camera, dtype in CAMERAS.items():
        frame, catalogue = exposure(rng)
        frame = np.round(frame).astype(dtype)
        fluxes, widths, offsets = [], [], []
        for (y, x, _), (top, left, cutout) in zip(catalogue, cutouts(frame, catalogue)):
            cy, cx, flux, width = moments(cutout).numpy()
            fluxes.append(flux)
            widths.append(width)
            offsets.append(np.hypot(top + cy - y, left + cx - x))
        print(
            f"{camera:7s} median flux {np.median(fluxes):.1f}  median width {np.median(widths):.3f}"
            f"  median offset {np.median(offsets):.3f}"
        )


if __name__ == "__main__":
    main()
