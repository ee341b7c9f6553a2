# planted: TFR201 each component is kept orthogonal to the ones found so far, a matrix with a row more each time
# style: signal separation script, sklearn-like class with fit/transform, float64
import numpy as np
import tensorflow as tf


def sources(n=600):
    t = np.linspace(0, 8, n)
    rng = np.random.default_rng(17)
    return np.stack([
        np.sin(2 * t),
        np.sign(np.sin(3 * t)),
        (t * 1.3) % 1.0 - 0.5,
        rng.laplace(size=n),
        np.cos(5 * t) * np.exp(-((t - 4) ** 2) / 8),
        rng.uniform(-1, 1, n),
    ])


@tf.function(reduce_retracing=True)
def fixed_point(w, x, found):
    wx = tf.linalg.matvec(x, w, transpose_a=True)
    g = tf.tanh(wx)
    new = tf.linalg.matvec(x, g) / x.shape[1] - tf.reduce_mean(1.0 - g ** 2) * w
    # Gram-Schmidt against the components which we have
    new -= tf.linalg.matvec(found, tf.linalg.matvec(found, new), transpose_a=True)
    new /= tf.norm(new)
    return new, tf.abs(tf.abs(tf.tensordot(new, w, 1)) - 1.0)


class FastICA:
    def __init__(self, n_components, tol=1e-6, max_iter=80, seed=0):
        self.n_components = n_components
        self.tol = tol
        self.max_iter = max_iter
        self.rng = np.random.default_rng(seed)

    def whiten(self, x):
        centred = x - x.mean(axis=1, keepdims=True)
        values, vectors = np.linalg.eigh(np.cov(centred))
        self.whitening = (vectors / np.sqrt(values)).T
        return self.whitening @ centred

    def fit_transform(self, x):
        z = tf.constant(self.whiten(x))
        components = np.zeros((0, self.n_components))
        self.iterations = []
        for _ in range(self.n_components):
            w = self.rng.normal(size=self.n_components)
            w = tf.constant(w / np.linalg.norm(w))
            for it in range(self.max_iter):
                w, change = fixed_point(w, z, tf.constant(components))
                if change < self.tol:
                    break
            components = np.vstack([components, w.numpy()])
            self.iterations.append(it + 1)
        return components @ z.numpy()


if __name__ == "__main__":
    s = sources()
    mixing = np.random.default_rng(1).normal(size=(6, 6))
    ica = FastICA(6)
    recovered = ica.fit_transform(mixing @ s)
    correlation = np.abs(np.corrcoef(s, recovered)[:6, 6:])
    print("best match of each source:", " ".join(f"{c:.2f}" for c in correlation.max(axis=1)))
    print("assigned to", correlation.argmax(axis=1).tolist())
    print("all within the limit:", max(ica.iterations) <= ica.max_iter)
