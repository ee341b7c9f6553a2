# planted: TFR103 the dict of readings has other keys whenever a buoy is silent
# style: class with tf.Variables, stream of dict messages
"""Optimal interpolation of sea-surface temperature from buoys that drop out."""
import numpy as np
import tensorflow as tf

BUOYS = {
    "K13": (3.2, 53.2), "F16": (4.0, 54.1), "J6": (2.9, 53.8), "L9": (4.9, 53.6),
    "D15": (2.9, 54.3), "AUK": (2.0, 56.4), "FINO": (6.6, 54.0), "EURO": (3.3, 52.0),
}


class SurfaceAnalysis(tf.Module):
    def __init__(self, nx=18, ny=14, length=1.2):
        super().__init__()
        lon, lat = np.meshgrid(np.linspace(1.5, 7.0, nx), np.linspace(51.5, 57.0, ny))
        grid = np.stack([lon.ravel(), lat.ravel()], axis=1)
        gap = np.linalg.norm(grid[:, None, :] - grid[None, :, :], axis=-1)
        self.background_cov = tf.constant(1.5 * np.exp(-(gap / length) ** 2), tf.float32)
        self.mean = tf.Variable(tf.fill([nx * ny], 11.0))
        self.operators = {}
        for name, place in BUOYS.items():
            weight = np.exp(-np.sum((grid - place) ** 2, axis=1) / 0.3 ** 2)
            self.operators[name] = tf.constant(weight / weight.sum(), tf.float32)

    @tf.function
    def assimilate(self, readings, error_std):
        """The reading of a silent buoy is NaN."""
        names = sorted(readings)
        y = tf.stack([readings[name] for name in names])
        heard = tf.math.is_finite(y)
        h = tf.boolean_mask(tf.stack([self.operators[name] for name in names]), heard)
        y = tf.boolean_mask(y, heard)
        bht = tf.matmul(self.background_cov, h, transpose_b=True)
        innovation_cov = tf.matmul(h, bht) + error_std ** 2 * tf.eye(tf.shape(y)[0])
        innovation = y - tf.linalg.matvec(h, self.mean)
        update = tf.linalg.matvec(bht, tf.linalg.solve(innovation_cov, innovation[:, None])[:, 0])
        relaxed = self.mean + update
        self.mean.assign(0.98 * relaxed + 0.02 * tf.reduce_mean(relaxed))
        return tf.sqrt(tf.reduce_mean(innovation ** 2))


def messages(hours, rng):
    """One message an hour: the buoys that were heard."""
    for hour in range(hours):
        message = {}
        for name, (lon, lat) in BUOYS.items():
            if rng.uniform() < 0.3:
                continue
            truth = 12.0 + 0.4 * (lon - 4.0) - 0.6 * (lat - 54.0) + 0.8 * np.sin(hour / 8.0)
            message[name] = truth + rng.normal(0.0, 0.15)
        if message:
            yield hour, message


def main():
    rng = np.random.default_rng(38)
    analysis = SurfaceAnalysis()
    error_std = tf.constant(0.2)
    misfits, counts = [], []
    for hour, message in messages(40, rng):
        readings = {name: tf.constant(message.get(name, np.nan), tf.float32) for name in BUOYS}
        misfits.append(float(analysis.assimilate(readings, error_std)))
        counts.append(len(message))
    field = analysis.mean.numpy()
    print("messages", len(misfits), "readings", sum(counts))
    print("first misfit %.2f, mean of the last ten %.2f" % (misfits[0], np.mean(misfits[-10:])))
    print("field %.2f to %.2f" % (field.min(), field.max()))


if __name__ == "__main__":
    main()
