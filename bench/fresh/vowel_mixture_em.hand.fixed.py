"""Vowel spaces of dialect speakers: Gaussian mixtures on F1/F2, EM with ever longer rounds until it settles."""
import numpy as np
import tensorflow as tf

VOWELS = {"i": (300, 2300), "e": (480, 1950), "a": (750, 1350), "o": (500, 900), "u": (330, 800)}


@tf.function
def em_round(points, means, log_var, log_mix, sweeps):
    for _ in tf.range(sweeps):
        gap = tf.square(points[:, None, :] - means[None, :, :])
        logit = log_mix - 0.5 * tf.reduce_sum(gap / tf.exp(log_var) + log_var, axis=-1)
        resp = tf.nn.softmax(logit, axis=1)
        mass = tf.reduce_sum(resp, axis=0) + 1e-3
        means = tf.matmul(resp, points, transpose_a=True) / mass[:, None]
        spread = tf.square(points[:, None, :] - means[None, :, :])
        log_var = tf.math.log(tf.reduce_sum(resp[..., None] * spread, axis=0) / mass[:, None] + 0.01)
        log_mix = tf.math.log(mass / tf.reduce_sum(mass))
    logit = log_mix - 0.5 * tf.reduce_sum(tf.square(points[:, None, :] - means) / tf.exp(log_var) + log_var, axis=-1)
    return means, log_var, log_mix, tf.reduce_mean(tf.reduce_logsumexp(logit, axis=1))


class VowelSpace:
    def __init__(self, tolerance=1e-3):
        self.tolerance = tolerance
        self.sweeps = 2
        self.trail = []

    def start(self):
        centres = np.array(list(VOWELS.values())) / [500.0, 1500.0] - 1.0
        self.state = (tf.constant(centres, tf.float32), tf.fill([len(VOWELS), 2], -3.0), tf.zeros([len(VOWELS)]))
        return self

    def lengthen(self):
        self.sweeps += 1 + self.sweeps // 3

    def fit(self, formants, most=7):
        points = tf.constant(formants / [500.0, 1500.0] - 1.0, tf.float32)
        for _ in range(most):
            *state, score = em_round(points, *self.state, tf.constant(self.sweeps))
            self.state = tuple(state)
            self.trail.append(float(score))
            self.lengthen()
        return self

    @property
    def formants(self):
        return (self.state[0].numpy() + 1.0) * [500.0, 1500.0]


def speaker(rng, fronting, n=40):
    rows = [rng.normal((f1, f2 + (fronting if v in "ou" else 0)), (40, 90), (n, 2)) for v, (f1, f2) in VOWELS.items()]
    return np.concatenate(rows)


def main():
    rng = np.random.default_rng(44)
    for label, fronting in (("conservative", 0.0), ("fronting", 350.0)):
        space = VowelSpace().start().fit(speaker(rng, fronting))
        back = space.formants[3:, 1].mean()
        print(f"{label:13s} score {space.trail[-1]:.2f} after {len(space.trail)} rounds, back vowels F2 {back / 1000:.2f} kHz")
    print("sweeps of the last round", space.sweeps)


if __name__ == "__main__":
    main()
