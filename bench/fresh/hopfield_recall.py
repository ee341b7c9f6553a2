# planted: TFR101 the number of the neuron that is updated is a Python int
# style: student exercise in neural computation, class with train/energy/recall, asynchronous updates
import numpy as np
import tensorflow as tf


class Hopfield:
    """Binary associative memory with asynchronous updates."""

    def __init__(self, n):
        self.n = n
        self.W = tf.Variable(tf.zeros((n, n)))
        self.state = tf.Variable(tf.zeros(n))

    def store(self, patterns):
        p = tf.constant(patterns, tf.float32)
        w = tf.matmul(p, p, transpose_a=True) / self.n
        self.W.assign(tf.linalg.set_diag(w, tf.zeros(self.n)))

    @tf.function
    def energy(self):
        return -0.5 * tf.reduce_sum(self.state * tf.linalg.matvec(self.W, self.state))

    @tf.function
    def flip(self, i):
        h = tf.reduce_sum(self.W[i] * self.state)
        new = tf.where(h >= 0.0, 1.0, -1.0)
        changed = tf.not_equal(new, self.state[i])
        self.state.scatter_update(tf.IndexedSlices(new, i))
        return changed

    def recall(self, start, rng, max_sweeps=5):
        self.state.assign(start)
        flips = 0
        for sweep in range(max_sweeps):
            before = flips
            for i in rng.permutation(self.n).tolist():
                flips += int(self.flip(i))
            if flips == before:
                break
        return flips, sweep + 1


def glyph(rows):
    return np.array([1.0 if c == "#" else -1.0 for row in rows for c in row], "float32")


GLYPHS = {
    "T": glyph(["#####", "..#..", "..#..", "..#..", "..#.."]),
    "L": glyph(["#....", "#....", "#....", "#....", "#####"]),
    "X": glyph(["#...#", ".#.#.", "..#..", ".#.#.", "#...#"]),
}


def corrupt(pattern, k, rng):
    noisy = pattern.copy()
    noisy[rng.choice(len(noisy), k, replace=False)] *= -1
    return noisy


rng = np.random.default_rng(12)
net = Hopfield(25)
net.store(np.stack(list(GLYPHS.values())))
for name, pattern in GLYPHS.items():
    flips, sweeps = net.recall(corrupt(pattern, 5, rng), rng)
    overlap = float(np.mean(net.state.numpy() * pattern))
    print(f"{name}: {flips} flips in {sweeps} sweeps, overlap {overlap:.2f}, energy {float(net.energy()):.3f}")
