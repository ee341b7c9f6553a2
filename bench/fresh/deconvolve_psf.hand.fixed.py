# planted: TFR101 the number of Richardson-Lucy iterations is a Python int that is raised until the residual stalls
# style: astronomy reduction script, PSF class, early stopping by trying longer runs
import numpy as np
import tensorflow as tf


class Gaussian2D:
    def __init__(self, sigma, size=9):
        r = np.arange(size) - size // 2
        g = np.exp(-0.5 * (r / sigma) ** 2)
        k = np.outer(g, g)
        self.kernel = tf.constant((k / k.sum())[:, :, None, None], tf.float32)

    def blur(self, image):
        return tf.nn.conv2d(image[None, :, :, None], self.kernel, 1, "SAME")[0, :, :, 0]


class Deconvolver:
    def __init__(self, psf, background=0.02):
        self.psf = psf
        self.background = background
        self.run = tf.function(self._run)

    def _run(self, observed, n):
        estimate = tf.ones_like(observed) * tf.reduce_mean(observed)
        for _ in tf.range(n):
            model = self.psf.blur(estimate) + self.background
            estimate = estimate * self.psf.blur(observed / model)
        residual = tf.sqrt(tf.reduce_mean((self.psf.blur(estimate) + self.background - observed) ** 2))
        return estimate, residual

    def until_stalled(self, observed, start=4, stride=4, tol=0.01, limit=80):
        log = []
        n = start
        previous = np.inf
        while n <= limit:
            estimate, residual = self.run(observed, tf.constant(n))
            residual = float(residual)
            log.append((n, residual))
            if previous - residual < tol * residual:
                break
            previous = residual
            n += stride
        return estimate.numpy(), log


def field(seed, stars):
    rng = np.random.default_rng(seed)
    sky = np.zeros((40, 40), "float32")
    for _ in range(stars):
        y, x = rng.integers(4, 36, 2)
        sky[y, x] += rng.uniform(2, 9)
    return sky


def main():
    psf = Gaussian2D(1.6)
    deconvolver = Deconvolver(psf)
    for seed, stars in [(1, 5), (2, 12), (3, 25)]:
        sky = field(seed, stars)
        noise = np.random.default_rng(100 + seed).normal(0, 0.004, sky.shape)
        observed = tf.maximum(psf.blur(tf.constant(sky)) + 0.02 + noise.astype("float32"), 1e-4)
        estimate, log = deconvolver.until_stalled(observed)
        peak_gain = estimate.max() / observed.numpy().max()
        print(f"{stars:2d} stars: {log[-1][0]} iterations, residual {log[-1][1]:.4f}, peaks sharper by {peak_gain:.2f}")


if __name__ == "__main__":
    main()
