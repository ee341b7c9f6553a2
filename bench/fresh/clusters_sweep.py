# planted: TFR101 the number of clusters, a Python int that is the depth of a one-hot
# style: elbow plot, functions and a comprehension
import numpy as np
import tensorflow as tf


def blobs(seed):
    rng = np.random.RandomState(seed)
    centres = np.array([[0, 0], [4, 0], [0, 4], [4, 4]], np.float32)
    return tf.constant(np.concatenate([c + 0.5 * rng.randn(15, 2) for c in centres]), tf.float32)


@tf.function
def inertia(points, assignment, k):
    membership = tf.one_hot(assignment, k)
    sizes = tf.reduce_sum(membership, axis=0)
    sums = tf.matmul(membership, points, transpose_a=True)
    means = sums / tf.maximum(sizes, 1.0)[:, None]
    return tf.reduce_sum((points - tf.gather(means, assignment)) ** 2)


def farthest_point_assignment(points, k):
    data = points.numpy()
    chosen = [0]
    while len(chosen) < k:
        distance = np.min([((data - data[c]) ** 2).sum(axis=1) for c in chosen], axis=0)
        chosen.append(int(distance.argmax()))
    distances = np.stack([((data - data[c]) ** 2).sum(axis=1) for c in chosen])
    return distances.argmin(axis=0).astype(np.int32)


points = blobs(0)
curve = {k: float(inertia(points, farthest_point_assignment(points, k), k)) for k in range(1, 8)}
for k, value in curve.items():
    print("k", k, "inertia %.3f" % value)
drops = np.diff(list(curve.values()))
print("elbow", int(np.argmax(drops[1:] - drops[:-1])) + 2)
