# planted: TFR103 the spline grid is a tuple of floats whose length and values change at every extension
# style: lesson with small classes, Kolmogorov-Arnold layer
"""A Kolmogorov-Arnold layer: refine the grid of its edge functions while training."""
import numpy as np
import tensorflow as tf


def hat_basis(x, grid, width):
    """Piecewise linear bumps centred on the grid points."""
    centres = tf.constant(grid, tf.float32)
    return tf.nn.relu(1.0 - tf.abs(x[..., None] - centres) / width)


class KANLayer:
    def __init__(self, n_in, n_out, points, seed):
        rng = np.random.default_rng(seed)
        self.grid = tuple(float(g) for g in np.linspace(-1, 1, points))
        self.coef = tf.constant(0.1 * rng.standard_normal((n_in, points, n_out)), tf.float32)

    @property
    def width(self):
        return tf.constant(self.grid[1] - self.grid[0], tf.float32)

    def extend(self, points):
        """Interpolates the coefficients onto a finer grid."""
        finer = np.linspace(-1, 1, points)
        old = self.coef.numpy()
        new = np.empty((old.shape[0], points, old.shape[2]), "float32")
        for i in range(old.shape[0]):
            for o in range(old.shape[2]):
                new[i, :, o] = np.interp(finer, self.grid, old[i, :, o])
        self.grid = tuple(float(g) for g in finer)
        self.coef = tf.constant(new)


@tf.function(reduce_retracing=True)
def descend(coef, x, y, grid, width, rate):
    with tf.GradientTape() as tape:
        tape.watch(coef)
        out = tf.einsum("nig,igo->no", hat_basis(x, grid, width), coef)
        loss = tf.reduce_mean((out - y) ** 2)
    return coef - rate * tape.gradient(loss, coef), loss


def target(x):
    return (np.sin(4 * np.pi * x[:, :1]) + x[:, 1:] ** 2).astype("float32")


def main():
    rng = np.random.default_rng(3)
    x = rng.uniform(-1, 1, (400, 2)).astype("float32")
    y = target(x)
    layer = KANLayer(2, 1, points=3, seed=1)
    rate = tf.constant(1.0)
    curve = []
    for points in range(3, 19):
        if points > 3:
            layer.extend(points)
        for _ in range(15):
            layer.coef, loss = descend(layer.coef, x, y, layer.grid, layer.width, rate)
        curve.append(float(loss))
    for k in (0, 5, 10, 15):
        print(f"grid of {3 + k} points: rmse {curve[k] ** 0.5:.3f}")
    x_test = rng.uniform(-1, 1, (200, 2)).astype("float32")
    out = tf.einsum("nig,igo->no", hat_basis(x_test, layer.grid, layer.width), layer.coef)
    print("test rmse", round(float(np.sqrt(np.mean((out.numpy() - target(x_test)) ** 2))), 2))


if __name__ == "__main__":
    main()
