# planted: TFR201 windows clipped at the border of the image have many different shapes
# style: industrial inspection, sliding windows over a picture of a surface, plain functions
"""Find scratches on a surface by the gradient energy of overlapping windows."""
import numpy as np
import tensorflow as tf

WINDOW = 20
STRIDE = 13


def surface(height=90, width=118):
    rng = np.random.default_rng(21)
    picture = rng.normal(0.5, 0.02, (height, width))
    picture[30:34, 20:75] += 0.4
    for i in range(25):
        picture[55 + i, 80 + i // 2] -= 0.5
    return picture.astype(np.float32)


@tf.function
def describe(window):
    """Mean brightness, edge energy and main direction of a window."""
    batch = window[tf.newaxis, :, :, tf.newaxis]
    edges = tf.image.sobel_edges(batch)[0, :, :, 0, :]
    energy = tf.reduce_mean(tf.reduce_sum(edges ** 2, axis=-1))
    xy = tf.reduce_mean(edges[..., 0] * edges[..., 1])
    xx = tf.reduce_mean(edges[..., 1] ** 2)
    yy = tf.reduce_mean(edges[..., 0] ** 2)
    angle = 0.5 * tf.atan2(2.0 * xy, xx - yy)
    return tf.stack([tf.reduce_mean(window), energy, angle])


def windows(picture):
    height, width = picture.shape
    for top in range(0, height, STRIDE):
        for left in range(0, width, STRIDE):
            yield top, left, picture[top:top + WINDOW, left:left + WINDOW]


def scan(picture):
    found = []
    for top, left, window in windows(picture):
        if min(window.shape) < 3:
            continue
        mean, energy, angle = describe(window).numpy()
        found.append((top, left, mean, energy, angle))
    return found


def report(found, limit=1.5):
    energies = np.array([row[3] for row in found])
    middle = np.median(energies)
    hits = [row for row in found if row[3] > limit * middle]
    print(len(found), "windows,", len(hits), "above the limit, median energy", round(float(middle), 4))
    for top, left, mean, energy, angle in sorted(hits, key=lambda row: -row[3])[:6]:
        print(f"({top:3d}, {left:3d}) mean {mean:.3f} energy {energy:.4f} angle {angle:+.3f}")


if __name__ == "__main__":
    report(scan(surface()))
