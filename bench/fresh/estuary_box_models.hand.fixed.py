# planted: TFR506 the box model has traced methods and every sampled parameter set builds an instance of it
# style: tf.Module per parameter sample, ecology, Monte Carlo calibration
"""Calibrate a nutrient-phytoplankton box model of an estuary by random search."""
import numpy as np
import tensorflow as tf


class BoxModel(tf.Module):
    def __init__(self, uptake, mortality, flushing):
        super().__init__()
        self.uptake = tf.Variable(uptake, dtype=tf.float32)
        self.mortality = tf.Variable(mortality, dtype=tf.float32)
        self.flushing = tf.Variable(flushing, dtype=tf.float32)

    def set(self, uptake, mortality, flushing):
        self.uptake.assign(uptake)
        self.mortality.assign(mortality)
        self.flushing.assign(flushing)

    @tf.function
    def run(self, river, light):
        n, p = tf.constant(2.0), tf.constant(0.2)
        days = tf.shape(river)[0]
        out = tf.TensorArray(tf.float32, size=days)
        for d in tf.range(days):
            growth = self.uptake * light[d] * n / (n + 0.8) * p
            n = n + 0.5 * (self.flushing * (river[d] - n) - growth + 0.3 * self.mortality * p)
            p = p + 0.5 * (growth - self.mortality * p - self.flushing * p)
            out = out.write(d, p)
        return out.stack()


def forcing(days):
    t = np.arange(days)
    river = 3.0 + 1.5 * np.cos(2 * np.pi * t / 365)
    light = 0.55 - 0.4 * np.cos(2 * np.pi * t / 365)
    return tf.constant(river, tf.float32), tf.constant(light, tf.float32)


def sample(rng):
    return {"uptake": rng.uniform(0.4, 1.6), "mortality": rng.uniform(0.05, 0.4),
            "flushing": rng.uniform(0.02, 0.2)}


def search(model, observed, river, light, draws, seed):
    rng = np.random.default_rng(seed)
    scored = []
    for _ in range(draws):
        params = sample(rng)
        model.set(**params)
        chlorophyll = model.run(river, light)
        misfit = float(tf.reduce_mean((chlorophyll - observed) ** 2))
        scored.append((misfit, params))
    return sorted(scored, key=lambda s: s[0])


def main():
    river, light = forcing(365)
    truth = BoxModel(0.9, 0.15, 0.08)
    observed = truth.run(river, light)
    scored = search(truth, observed, river, light, 40, 11)
    misfit, params = scored[0]
    print("best misfit", round(misfit, 4))
    for name, value in params.items():
        print(name, round(value, 3))


if __name__ == "__main__":
    main()
