# planted: TFR507 every measured pattern is indexed with an eager vectorized_map, which traces its function again
# style: functions, eager script with a loop over measurements
"""Index the orientation of grains from a handful of diffraction spots each."""
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(27)
LATTICE = tf.constant(
    [[h, k, l] for h in (-1, 0, 1) for k in (-1, 0, 1) for l in (-1, 0, 1) if (h, k, l) != (0, 0, 0)],
    tf.float32)
SIGMA = 0.12


def random_quaternions(n):
    q = rng.normal(size=(n, 4)).astype(np.float32)
    return q / np.linalg.norm(q, axis=1, keepdims=True)


def rotation(q):
    w, x, y, z = tf.unstack(q)
    return tf.stack([
        tf.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)]),
        tf.stack([2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)]),
        tf.stack([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]),
    ])


def spots_of(q):
    return tf.matmul(LATTICE, rotation(q), transpose_b=True)


@tf.function
def index_pattern(spots, candidates):
    """Score all candidate orientations against one pattern."""

    def score(q):
        predicted = spots_of(q)
        gap = tf.reduce_sum((spots[:, None, :] - predicted[None, :, :]) ** 2, axis=-1)
        return tf.reduce_sum(tf.exp(-tf.reduce_min(gap, axis=1) / (2.0 * SIGMA ** 2)))

    scores = tf.vectorized_map(score, candidates)
    best = tf.argmax(scores)
    return candidates[best], scores[best]


def measure(q, n_spots=8):
    all_spots = spots_of(tf.constant(q)).numpy()
    picked = rng.choice(len(all_spots), n_spots, replace=False)
    noisy = all_spots[picked] + rng.normal(0.0, 0.02, (n_spots, 3))
    return tf.constant(noisy, tf.float32)


def misorientation(q, r):
    """Angle between two cubic orientations, in degrees."""
    a, b = rotation(q).numpy(), rotation(r).numpy()
    relative = a.T @ b
    best = np.sort(np.abs(relative), axis=None)[-3:].sum()
    return np.degrees(np.arccos(np.clip((best - 1.0) / 2.0, -1.0, 1.0)))


candidates = tf.constant(random_quaternions(3000))
grains = random_quaternions(16)
angles, qualities = [], []
for grain in grains:
    found, quality = index_pattern(measure(grain), candidates)
    angles.append(misorientation(tf.constant(grain), found))
    qualities.append(float(quality))

print("grains", len(grains))
print("median misorientation %.1f degrees" % np.median(angles))
print("mean score %.2f of 8" % np.mean(qualities))
print("indexed within 10 degrees:", int(np.sum(np.array(angles) < 10.0)))
