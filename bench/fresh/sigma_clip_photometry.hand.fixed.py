"""Photometric zero point and colour term with iterative sigma clipping of variable stars."""
import numpy as np
from tensorflow import keras


def catalogue(n=240, seed=31):
    rng = np.random.default_rng(seed)
    colour = rng.uniform(-0.3, 1.4, n)
    airmass = rng.uniform(1.0, 2.2, n)
    offset = 0.42 + 0.11 * colour - 0.17 * (airmass - 1.0) + rng.normal(0, 0.02, n)
    variable = rng.random(n) < 0.12
    offset[variable] += rng.exponential(0.5, variable.sum())
    features = np.stack([colour, airmass - 1.0], axis=1)
    return features.astype("float32"), offset.astype("float32"), variable


class Calibrator:
    def __init__(self, cut=3.0, max_rounds=8):
        self.cut = cut
        self.max_rounds = max_rounds
        self.model = keras.Sequential([
            keras.layers.Input((2,)),
            keras.layers.Dense(1, kernel_initializer="zeros"),
        ])
        self.model.compile(optimizer=keras.optimizers.SGD(0.3), loss="mse")
        self.rounds = 0

    def residuals(self, x, y):
        return y - self.model(x).numpy()[:, 0]

    def solve(self, x, y, keep):
        self.model.fit(x, y, sample_weight=keep.astype("float32"), batch_size=len(x),
                       epochs=15, shuffle=False, verbose=0)

    def run(self, x, y):
        keep = np.ones(len(x), bool)
        while self.rounds < self.max_rounds:
            self.solve(x, y, keep)
            self.rounds += 1
            r = self.residuals(x, y)
            scatter = 1.4826 * np.median(np.abs(r[keep] - np.median(r[keep])))
            keep = np.abs(r - np.median(r[keep])) < self.cut * scatter
        return keep


def main():
    x, y, variable = catalogue()
    calibrator = Calibrator()
    keep = calibrator.run(x, y)
    kernel, bias = calibrator.model.layers[-1].get_weights()
    print("stars", len(x), "rounds", calibrator.rounds)
    print("kept", int(keep.sum()))
    print("variables kept", int((keep & variable).sum()))
    print("zero point", round(float(bias[0]), 2))
    print("colour term", round(float(kernel[0, 0]), 2))
    print("extinction", round(float(kernel[1, 0]), 2))


if __name__ == "__main__":
    main()
