# planted: TFR101 the number of points seen, a Python int, in float arithmetic
# style: plain script, while loop with an early exit
import numpy as np
import tensorflow as tf

np.random.seed(11)
points = np.concatenate([np.random.randn(20, 2) + c for c in ((-3, 0), (3, 0), (0, 4))]).astype(np.float32)
np.random.shuffle(points)
centres = tf.Variable(points[:3].copy())


@tf.function
def update(point, seen):
    distances = tf.reduce_sum(tf.square(centres - point), axis=1)
    nearest = tf.argmin(distances)
    rate = 1.0 / (1.0 + 0.1 * seen)
    moved = centres[nearest] + rate * (point - centres[nearest])
    centres.assign(tf.tensor_scatter_nd_update(centres, [[nearest]], [moved]))
    return tf.reduce_min(distances)


seen = 0
recent = []
while seen < 40:
    recent.append(float(update(tf.constant(points[seen % len(points)]), seen)))
    seen += 1
    if len(recent) >= 15 and np.mean(recent[-5:]) < 0.05:
        break

print("points:", seen)
print(np.round(centres.numpy(), 3))
print(f"last distance {recent[-1]:.4f}")
