# planted: TFR201 constituents enter the fit one after another, so the design matrix is a column pair wider each time
# style: oceanography notebook turned into a script, dict of constituents, greedy forward selection
import numpy as np
import tensorflow as tf

# degrees per hour
SPEEDS = {
    "M2": 28.984104, "S2": 30.0, "N2": 28.43973, "K1": 15.041069,
    "O1": 13.943035, "M4": 57.96821, "K2": 30.082138, "Q1": 13.398661,
    "P1": 14.958931, "MS4": 58.984104,
}
TRUE = {"M2": (1.42, 40), "S2": (0.51, 75), "N2": (0.30, 12), "K1": (0.12, 130), "O1": (0.11, 310), "M4": (0.05, 220)}

rng = np.random.default_rng(9)
hours = np.arange(0, 24 * 45, dtype=np.float64)
level = 3.1 + rng.normal(0, 0.06, hours.size)
for name, (amp, phase) in TRUE.items():
    level += amp * np.cos(np.deg2rad(SPEEDS[name] * hours - phase))
observed = tf.constant(level)


def columns(name):
    arg = np.deg2rad(SPEEDS[name] * hours)
    return [np.cos(arg), np.sin(arg)]


@tf.function
def fit(design, y):
    """ridge-stabilised least squares; returns coefficients and rms of the residual"""
    gram = tf.matmul(design, design, transpose_a=True)
    gram += 1e-8 * tf.eye(tf.shape(design)[1], dtype=design.dtype)
    rhs = tf.linalg.matvec(design, y, transpose_a=True)
    coef = tf.linalg.solve(gram, rhs[:, None])[:, 0]
    resid = y - tf.linalg.matvec(design, coef)
    return coef, tf.sqrt(tf.reduce_mean(resid ** 2))


class TideModel:
    def __init__(self):
        self.names = []
        self.cols = [np.ones_like(hours)]
        self.coef = None
        self.rms = np.inf

    def try_with(self, name):
        X = np.stack(self.cols + columns(name), axis=1)
        return fit(tf.constant(X), observed)

    def grow(self, candidates, min_gain=0.002):
        left = list(candidates)
        while left:
            scores = {n: float(self.try_with(n)[1]) for n in left}
            best = min(scores, key=scores.get)
            if self.rms - scores[best] < min_gain:
                break
            self.coef, self.rms = self.try_with(best)[0], scores[best]
            self.names.append(best)
            self.cols += columns(best)
            left.remove(best)

    def report(self):
        c = self.coef.numpy()
        print(f"mean level {c[0]:.3f} m, rms {self.rms:.4f} m")
        for i, n in enumerate(self.names):
            a, b = c[1 + 2 * i], c[2 + 2 * i]
            print(f"  {n:3s} {np.hypot(a, b):.3f} m  {np.rad2deg(np.arctan2(b, a)) % 360:5.1f} deg")


model = TideModel()
model.grow(SPEEDS)
model.report()
