# planted: TFR507 Gauss-Newton takes tape.jacobian eagerly in each iteration for each view
# style: computer vision engineer, classes with small methods, docstrings in numpydoc
import numpy as np
import tensorflow as tf


class PinholeView:
    """One photograph of the calibration board.

    Parameters
    ----------
    points : array of shape (n, 3)
        Corners of the board in world units.
    pixels : array of shape (n, 2)
        Where they were seen.
    """

    def __init__(self, points, pixels):
        self.points = tf.constant(points, tf.float64)
        self.pixels = tf.constant(pixels, tf.float64)

    def project(self, pose):
        """pose: rotation vector (3), translation (3), focal length (1), radial term (1)"""
        r, t, f, k = pose[:3], pose[3:6], pose[6], pose[7]
        angle = tf.norm(r)
        axis = tf.broadcast_to(r / angle, tf.shape(self.points))
        along = tf.reduce_sum(axis * self.points, axis=1, keepdims=True)
        cos, sin = tf.cos(angle), tf.sin(angle)
        cam = cos * self.points + sin * tf.linalg.cross(axis, self.points) + (1.0 - cos) * along * axis + t
        xy = cam[:, :2] / cam[:, 2:]
        r2 = tf.reduce_sum(xy * xy, axis=1, keepdims=True)
        return f * xy * (1.0 + k * r2)

    def residuals(self, pose):
        return tf.reshape(self.project(pose) - self.pixels, [-1])


class GaussNewton:
    def __init__(self, damping=1e-6, max_iter=7):
        self.damping = damping
        self.max_iter = max_iter

    def linearise(self, view, pose):
        with tf.GradientTape() as tape:
            tape.watch(pose)
            r = view.residuals(pose)
        return r, tape.jacobian(r, pose)

    def minimise(self, view, start):
        pose = tf.constant(start, tf.float64)
        for _ in range(self.max_iter):
            r, jac = self.linearise(view, pose)
            normal = tf.matmul(jac, jac, transpose_a=True)
            normal += self.damping * tf.eye(8, dtype=tf.float64)
            step = tf.linalg.solve(normal, tf.linalg.matvec(jac, r, transpose_a=True)[:, None])[:, 0]
            pose -= step
        return pose, float(tf.sqrt(tf.reduce_mean(r * r)))


def board(rows=4, cols=5):
    y, x = np.mgrid[0:rows, 0:cols]
    z = 0.1 * np.sin(x + 2.0 * y)  # the board is not quite flat
    return np.stack([x.ravel() - 2.0, y.ravel() - 1.5, z.ravel()], axis=1)


def main():
    rng = np.random.default_rng(12)
    solver = GaussNewton()
    focal, rms = [], []
    for _ in range(3):
        truth = np.concatenate([rng.normal(0, 0.2, 3), [0.1, -0.2, 8.0], [700.0, -0.1]])
        ideal = PinholeView(board(), np.zeros((20, 2))).project(tf.constant(truth))
        view = PinholeView(board(), ideal.numpy() + rng.normal(0, 0.05, (20, 2)))
        start = truth + np.concatenate([rng.normal(0, 0.05, 6), [20.0, 0.05]])
        pose, error = solver.minimise(view, start)
        focal.append(float(pose[6]))
        rms.append(error)
    print("focal lengths", " ".join("%.1f" % f for f in focal))
    print("rms %.4f px" % np.mean(rms))


main()
