# planted: TFR301 TFR101 the iteration budget grows with the zoom and is a Python int which the compiled renderer loops over
# style: demo script for a hobby animation, small class for the camera, ascii preview
import numpy as np
import tensorflow as tf

C = tf.constant(-0.8 + 0.156j, tf.complex64)
PALETTE = " .:-=+*#%@"


class Camera:
    def __init__(self, centre, width, pixels=(24, 48)):
        self.centre = centre
        self.width = width
        self.pixels = pixels

    def grid(self):
        h, w = self.pixels
        re = np.linspace(-0.5, 0.5, w) * self.width + self.centre.real
        im = np.linspace(-0.5, 0.5, h) * self.width * h / w * 2 + self.centre.imag
        return tf.constant(re[None, :] + 1j * im[:, None], tf.complex64)

    def zoom(self, factor):
        self.width /= factor


@tf.function
def escape_times(z, max_iter):
    alive = tf.ones(tf.shape(z), tf.float32)
    count = tf.zeros(tf.shape(z), tf.float32)
    for _ in range(max_iter):
        z = z * z + C
        alive = alive * tf.cast(tf.abs(z) < 2.0, tf.float32)
        # keep the dead ones from overflowing
        z = z * tf.cast(alive, tf.complex64)
        count += alive
    return count


def budget(camera, base=14):
    """deeper zooms need more iterations"""
    return int(base * (1 + 0.8 * np.log2(2.5 / camera.width)))


def preview(frame, top):
    picture = (frame / top * (len(PALETTE) - 1)).astype(int)
    return ["".join(PALETTE[v] for v in row) for row in picture[::6, ::2]]


def main():
    camera = Camera(0.1 + 0.27j, 2.5)
    summary = []
    for frame_no in range(10):
        iterations = budget(camera)
        frame = escape_times(camera.grid(), iterations).numpy()
        summary.append((iterations, frame.mean(), float((frame == iterations).mean())))
        if frame_no == 0:
            for line in preview(frame, iterations):
                print("|" + line + "|")
        camera.zoom(1.25)
    for i, (iterations, mean, inside) in enumerate(summary):
        if i % 3 == 0:
            print(f"frame {i}: budget {iterations:3d} mean escape {mean:6.2f} inside {inside:.3f}")


main()
