# planted: TFR502 TFR201 fit(), in another module, decorates a step for each of the experiments
# style: two modules, a subclass of a fitter, a report
import numpy as np
import tensorflow as tf
from decay_experiments_fitting import ExponentialDecay

EXPERIMENTS = {
    "probe-a": {"amplitude": 2.0, "rate": 0.4, "samples": 20},
    "probe-b": {"amplitude": 1.5, "rate": 0.9, "samples": 25},
    "probe-c": {"amplitude": 1.0, "rate": 0.2, "samples": 20},
    "probe-d": {"amplitude": 2.5, "rate": 0.6, "samples": 32},
    "probe-e": {"amplitude": 1.8, "rate": 0.7, "samples": 40},
}


def measure(rng, amplitude, rate, samples):
    t = np.linspace(0.0, 6.0, samples)
    y = amplitude * np.exp(-rate * t) + 0.03 * rng.normal(size=samples)
    return tf.constant(t, tf.float32), tf.constant(y, tf.float32)


def main():
    rng = np.random.default_rng(88)
    fitter = ExponentialDecay()
    for name, settings in EXPERIMENTS.items():
        t, y = measure(rng, **settings)
        found, loss = fitter.fit(t, y)
        half_life = np.log(2) / found["rate"]
        print(
            f"{name}: amplitude {found['amplitude']:.3f}, rate {found['rate']:.3f}, "
            f"half-life {half_life:.2f}, loss {loss:.5f}"
        )


if __name__ == "__main__":
    main()
