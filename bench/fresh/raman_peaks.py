# planted: TFR502 fit_spectrum decorates its own gradient step, and it is called for each spectrum of the map
# style: spectroscopy analysis, a Spectrum class, per-pixel fits over a small map
import numpy as np
import tensorflow as tf


class Spectrum:
    axis = np.linspace(1200.0, 1700.0, 160).astype("float32")

    def __init__(self, counts, label):
        self.counts = counts.astype("float32")
        self.label = label

    def normalised(self):
        c = self.counts - np.percentile(self.counts, 5)
        return c / c.max()


def lorentz(x, centre, width, height):
    return height / (1.0 + ((x - centre) / width) ** 2)


def two_bands(x, theta):
    """D and G band of graphitic carbon"""
    d = lorentz(x, 1350.0 + 20.0 * theta[0], 20.0 + 10.0 * theta[1], theta[2])
    g = lorentz(x, 1585.0 + 20.0 * theta[3], 20.0 + 10.0 * theta[4], theta[5])
    return d + g


def fit_spectrum(spectrum, iterations=60):
    x = tf.constant(Spectrum.axis)
    y = tf.constant(spectrum.normalised())
    theta = tf.Variable([0.0, 0.5, 0.5, 0.0, 0.5, 0.8])
    velocity = tf.Variable(tf.zeros(6))

    @tf.function
    def descend():
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(two_bands(x, theta) - y))
        grad = tape.gradient(loss, theta)
        velocity.assign(0.9 * velocity - 0.3 * grad)
        theta.assign_add(velocity)
        return loss

    for _ in range(iterations):
        loss = descend()
    return theta.numpy(), float(loss)


def measure_map(rows=3, cols=4):
    rng = np.random.default_rng(77)
    x = Spectrum.axis
    for r in range(rows):
        for c in range(cols):
            defects = 0.2 + 0.2 * r + 0.05 * c
            clean = two_bands(x, [0.2 * r, 0.6, defects, -0.1 * c, 0.2, 1.0])
            yield Spectrum(900 * np.asarray(clean) + rng.normal(30, 9, x.size), f"({r},{c})")


def main():
    ratios, losses = {}, []
    for spectrum in measure_map():
        theta, loss = fit_spectrum(spectrum)
        ratios[spectrum.label] = theta[2] / theta[5]
        losses.append(loss)
    for label in ("(0,0)", "(1,1)", "(2,3)"):
        print(f"I(D)/I(G) at {label}: {ratios[label]:.3f}")
    print(f"mean ratio {np.mean(list(ratios.values())):.3f}, worst fit {max(losses):.5f}")


if __name__ == "__main__":
    main()
