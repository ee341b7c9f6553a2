"""A hanging cloth: Verlet integration with position-based constraints."""
import numpy as np
import tensorflow as tf


class Cloth(tf.Module):
    def __init__(self, rows=10, cols=12, spacing=0.1, dt=0.02, gravity=9.81, damping=0.99):
        super().__init__()
        y, x = np.mgrid[0:rows, 0:cols].astype("float32") * spacing
        points = np.stack([x, -y, 0.02 * np.sin(8 * x)], -1)
        self.position = tf.Variable(points)
        self.previous = tf.Variable(points)
        self.pinned = tf.constant(points[0])
        self.spacing, self.dt, self.damping = spacing, dt, damping
        self.gravity = tf.constant([0.0, -gravity, 0.6])

    def satisfy(self, p, axis):
        n = p.shape[axis]
        head, tail = tf.gather(p, range(n - 1), axis=axis), tf.gather(p, range(1, n), axis=axis)
        d = tail - head
        length = tf.norm(d, axis=-1, keepdims=True)
        shift = 0.25 * d * (1.0 - self.spacing / length)
        pads = [[0, 0], [0, 0], [0, 0]]
        after, before = [list(q) for q in pads], [list(q) for q in pads]
        after[axis][1] = before[axis][0] = 1
        return p + tf.pad(shift, after) - tf.pad(shift, before)

    @tf.function
    def relax(self, p, sweeps):
        for _ in tf.range(sweeps):
            p = self.satisfy(p, 0)
            p = self.satisfy(p, 1)
            p = tf.concat([self.pinned[None], p[1:]], 0)
        return p

    @tf.function
    def drift(self):
        velocity = (self.position - self.previous) * self.damping
        return self.position + velocity + self.gravity * self.dt ** 2

    def frame(self, sweeps):
        moved = self.drift()
        self.previous.assign(self.position)
        self.position.assign(self.relax(moved, tf.constant(sweeps)))

    def stretch(self):
        d = self.position[1:] - self.position[:-1]
        return float(tf.reduce_max(tf.norm(d, axis=-1)) / self.spacing)


def main():
    cloth = Cloth()
    frames, coarse, fine = 36, 2, 16
    for k in range(frames):
        sweeps = round(coarse + (fine - coarse) * k / (frames - 1))
        cloth.frame(sweeps)
        if k % 9 == 8:
            low = float(tf.reduce_min(cloth.position[..., 1]))
            print(f"frame {k + 1}: sweeps {sweeps} lowest {low:.3f} stretch {cloth.stretch():.3f}")
    print("row pinned:", bool(np.allclose(cloth.position[0], cloth.pinned)))


main()
