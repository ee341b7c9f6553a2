# planted: TFR301 TFR101 each stimulus lasts a number of time steps of its own, the compiled neuron loops with range
# style: computational neuroscience protocol, stimulus table, class with state in Variables
import numpy as np
import tensorflow as tf

DT = 1.0  # ms

# (label, current in nA, duration in ms)
PROTOCOL = [
    ("rest", 0.0, 20), ("weak", 1.2, 40), ("pause", 0.0, 10), ("threshold", 1.55, 60), ("strong", 2.5, 50),
    ("inhibit", -0.8, 15), ("rebound", 1.8, 45), ("burst", 4.0, 25), ("off", 0.0, 30),
]


class Population:
    """Leaky integrate-and-fire neurons with slightly different time constants and an adaptation current."""

    def __init__(self, n=40, seed=3):
        rng = np.random.default_rng(seed)
        self.n = n
        self.tau = tf.constant(rng.normal(12.0, 1.5, n), tf.float32)
        self.v = tf.Variable(tf.fill([n], -65.0))
        self.adapt = tf.Variable(tf.zeros(n))

    @tf.function
    def stimulate(self, current, steps):
        spikes = tf.zeros(self.n)
        for _ in range(steps):
            drive = 10.0 * current - self.adapt
            v = self.v + DT * ((-65.0 - self.v) + drive) / self.tau
            fired = tf.cast(v > -50.0, tf.float32)
            self.v.assign(v * (1.0 - fired) - 70.0 * fired)
            self.adapt.assign(self.adapt * (1.0 - DT / 80.0) + 0.3 * fired)
            spikes += fired
        return spikes


def run(population, protocol):
    rates = {}
    for label, current, duration in protocol:
        steps = int(duration / DT)
        spikes = population.stimulate(tf.constant(current), steps)
        rates[label] = 1000.0 * spikes.numpy() / duration
    return rates


def main():
    population = Population()
    rates = run(population, PROTOCOL)
    for label, current, duration in PROTOCOL:
        r = rates[label]
        bar = "*" * int(r.mean() / 5)
        print(f"{label:10s} {current:5.2f} nA {duration:3d} ms {r.mean():6.1f} Hz {bar}")
    print("silent under weak current:", int((rates["weak"] == 0).sum()), "of", population.n)
    print(f"mean adaptation at the end {float(tf.reduce_mean(population.adapt)):.3f}")


if __name__ == "__main__":
    main()
