# planted: TFR502 the calibration method defines and traces its Gauss-Newton fit anew for every spectrum
# style: class with methods, batch of files
"""Mass calibration of time-of-flight spectra with internal standards."""
import numpy as np
import tensorflow as tf

STANDARDS = np.array([175.119, 322.048, 622.029, 922.010, 1221.991, 1521.972], np.float32)


class TofCalibrator:
    """Fits m/z = ((t - t0) / a)^2 (1 + c t) to the peaks of the standards."""

    def __init__(self, iterations=8, damping=1e-6):
        self.iterations = iterations
        self.damping = damping
        self.masses = tf.constant(STANDARDS)

    def predict_times(self, theta):
        t0, a, c = theta[0], theta[1], theta[2]
        root = tf.sqrt(self.masses / 1000.0)
        return t0 + a * root + 0.01 * c * self.masses / 1000.0

    def calibrate(self, times, sigma):
        @tf.function
        def gauss_newton(times, weight):
            theta = tf.constant([0.0, 60.0, 0.0])
            chi = tf.constant(0.0)
            for _ in tf.range(self.iterations):
                with tf.GradientTape() as tape:
                    tape.watch(theta)
                    predicted = self.predict_times(theta)
                jac = tape.jacobian(predicted, theta, experimental_use_pfor=False)
                residual = (times - predicted) * weight
                jac = jac * weight[:, None]
                normal = tf.matmul(jac, jac, transpose_a=True)
                normal += self.damping * tf.eye(3)
                right = tf.matmul(jac, residual[:, None], transpose_a=True)
                theta = theta + tf.linalg.solve(normal, right)[:, 0]
                chi = tf.reduce_mean(residual ** 2)
            return theta, chi

        theta, chi = gauss_newton(times, tf.constant(1.0 / sigma, tf.float32))
        return theta.numpy(), float(chi)


def simulate_spectra(count, seed):
    rng = np.random.default_rng(seed)
    root = np.sqrt(STANDARDS / 1000.0)
    for run in range(count):
        t0 = 0.3 + 0.02 * run + rng.normal(0.0, 0.01)
        a = 61.2 + 0.03 * np.sin(run / 3.0)
        sigma = rng.uniform(0.002, 0.006, len(STANDARDS))
        times = t0 + a * root + 0.01 * 0.4 * STANDARDS / 1000.0 + rng.normal(0.0, sigma)
        yield tf.constant(times, tf.float32), sigma, (t0, a)


def main():
    calibrator = TofCalibrator()
    errors, offsets, fits = [], [], []
    for times, sigma, (t0, a) in simulate_spectra(14, seed=6):
        theta, chi = calibrator.calibrate(times, sigma)
        offsets.append(theta[0] - t0)
        errors.append(abs(theta[1] + 0.0 - a) / a * 1e6)
        fits.append(chi)
    print("spectra", len(fits))
    print("median chi square %.1f" % np.median(fits))
    print("offset error %.2f" % np.mean(np.abs(offsets)))
    print("within 1000 ppm:", int(np.sum(np.array(errors) < 1000.0)))


if __name__ == "__main__":
    main()
