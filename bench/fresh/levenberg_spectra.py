# planted: TFR502 TFR101 the fitter decorates its step inside fit() and hands it the damping as a Python float
# style: spectroscopist's fitting class
"""Fit of a Lorentzian on a sloped background to a series of spectra with Levenberg's method."""
import numpy as np
import tensorflow as tf


def lorentzian(params, x):
    height, centre, width, offset, slope = tf.unstack(params)
    return height * width**2 / ((x - centre) ** 2 + width**2) + offset + slope * x


class LevenbergFitter:
    """Damped Gauss-Newton for one peak."""

    def __init__(self, model, max_steps=12):
        self.model = model
        self.max_steps = max_steps

    def fit(self, x, y, start):
        x = tf.constant(x, tf.float64)
        y = tf.constant(y, tf.float64)

        @tf.function
        def propose(params, damping):
            with tf.GradientTape() as tape:
                tape.watch(params)
                residual = self.model(params, x) - y
            jacobian = tape.jacobian(residual, params, experimental_use_pfor=False)
            normal = tf.matmul(jacobian, jacobian, transpose_a=True)
            normal += damping * tf.linalg.diag(tf.linalg.diag_part(normal))
            step = tf.linalg.solve(normal, tf.linalg.matvec(jacobian, residual, transpose_a=True)[:, None])
            candidate = params - step[:, 0]
            after = self.model(candidate, x) - y
            return candidate, tf.reduce_sum(residual**2), tf.reduce_sum(after**2)

        params, damping = tf.constant(start, tf.float64), 1e-2
        for step in range(self.max_steps):
            candidate, before, after = propose(params, damping)
            if after < before:
                params = candidate
                damping /= 5.0
                if (before - after) < 1e-10 * before:
                    break
            else:
                damping *= 4.0
        return params.numpy(), float(tf.minimum(before, after))


def spectra(count, rng):
    x = np.linspace(-3, 3, 24)
    for i in range(count):
        true = [2.0 + 0.3 * i, -0.5 + 0.2 * i, 0.6, 0.3, 0.05]
        clean = lorentzian(tf.constant(true, tf.float64), x).numpy()
        yield x, clean + rng.normal(0, 0.03, x.size), true


def main():
    fitter = LevenbergFitter(lorentzian, max_steps=8)
    for x, y, true in spectra(4, np.random.default_rng(5)):
        params, cost = fitter.fit(x, y, [1.5, 0.0, 0.9, 0.0, 0.0])
        print("centre %.4f (true %.2f)  height %.4f  |width| %.4f  cost %.5f"
              % (params[1], true[1], params[0], abs(params[2]), cost))


if __name__ == "__main__":
    main()
