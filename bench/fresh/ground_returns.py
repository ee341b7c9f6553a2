# planted: TFR201 TFR107 tiles of the point cloud differ in size, and those read from the old format are float64
# style: lidar preprocessing, readers in a dict by file format, plane fit with reweighting
import numpy as np
import tensorflow as tf


def terrain(n, seed):
    rng = np.random.default_rng(seed)
    xy = rng.uniform(0, 10, (n, 2))
    slope = rng.uniform(-0.2, 0.2, 2)
    z = 50 + xy @ slope + rng.normal(0, 0.05, n)
    trees = rng.random(n) < 0.25
    z[trees] += rng.uniform(1, 9, trees.sum())
    return np.column_stack([xy, z]), trees


def read_xyz(tile):
    """text tiles come out as double"""
    return terrain(tile["points"], tile["seed"])


def read_las(tile):
    points, trees = terrain(tile["points"], tile["seed"])
    return points.astype("float32"), trees


READERS = {"xyz": read_xyz, "las": read_las}

TILES = [
    {"format": "las", "points": 300, "seed": 1},
    {"format": "xyz", "points": 300, "seed": 2},
    {"format": "las", "points": 410, "seed": 3},
    {"format": "xyz", "points": 275, "seed": 4},
    {"format": "xyz", "points": 530, "seed": 5},
    {"format": "las", "points": 365, "seed": 6},
]


@tf.function
def refine(points, weight):
    """weighted plane through the points, then new weights from the residuals"""
    ones = tf.ones_like(points[:, :1])
    offset = tf.constant([5.0, 5.0], points.dtype)
    a = tf.concat([points[:, :2] - offset, ones], axis=1)
    z = points[:, 2:] - 50.0
    w = weight[:, None]
    normal = tf.matmul(a, w * a, transpose_a=True) + 1e-6 * tf.eye(3, dtype=points.dtype)
    plane = tf.linalg.solve(normal, tf.matmul(a, w * z, transpose_a=True))
    residual = (z - tf.matmul(a, plane))[:, 0]
    # points above the plane are suspicious, points below are not
    weight = 1.0 / (1.0 + tf.exp(8.0 * (residual - 0.3)))
    return plane[:, 0], weight


def ground_filter(points, iterations=8):
    points = tf.convert_to_tensor(points)
    weight = tf.ones_like(points[:, 0])
    for _ in range(iterations):
        plane, weight = refine(points, weight)
    return plane.numpy(), weight.numpy() > 0.5


def main():
    for tile in TILES:
        points, trees = READERS[tile["format"]](tile)
        plane, ground = ground_filter(points)
        agreement = np.mean(ground == ~trees)
        name = f"{tile['format']}-{tile['seed']}"
        print(f"{name}: {len(points)} points, slope ({plane[0]:.3f}, {plane[1]:.3f}), agreement {agreement:.3f}")


if __name__ == "__main__":
    main()
