# planted: TFR506 every gene-circuit variant is another instance, and each instance traces its own method
# style: class with a traced method, sweep over variants, synthetic biology
"""Does the three-gene oscillator keep oscillating when promoters leak or proteins live longer?"""
import itertools

import numpy as np
import tensorflow as tf


class Repressilator:
    dt = 0.1

    def __init__(self, strength, leak, decay, hill=2.4):
        self.strength = tf.constant(strength)
        self.leak = tf.constant(leak)
        self.decay = tf.constant(decay)
        self.hill = hill

    def derivative(self, mrna, protein):
        repressor = tf.roll(protein, 1, axis=0)
        made = self.strength / (1.0 + repressor ** self.hill) + self.leak
        return made - mrna, self.decay * (mrna - protein)

    @tf.function
    def simulate(self, mrna, protein, steps):
        trace = tf.TensorArray(tf.float32, size=steps)
        for t in tf.range(steps):
            dm, dp = self.derivative(mrna, protein)
            dm2, dp2 = self.derivative(mrna + self.dt * dm, protein + self.dt * dp)
            mrna = mrna + 0.5 * self.dt * (dm + dm2)
            protein = protein + 0.5 * self.dt * (dp + dp2)
            trace = trace.write(t, protein[0])
        return trace.stack()


def period_and_swing(series, dt):
    tail = series[len(series) // 2:]
    centred = tail - tail.mean()
    up = np.nonzero((centred[:-1] < 0) & (centred[1:] >= 0))[0]
    period = float(np.diff(up).mean() * dt) if len(up) > 2 else 0.0
    return period, float(tail.max() - tail.min())


def sweep():
    mrna = tf.constant([1.0, 2.0, 0.5])
    protein = tf.constant([3.0, 1.0, 2.0])
    steps = tf.constant(700)
    table = {}
    for strength, leak, decay in itertools.product((20.0, 60.0, 150.0), (0.01, 0.3), (0.5, 2.0)):
        circuit = Repressilator(strength, leak, decay)
        series = circuit.simulate(mrna, protein, steps).numpy()
        table[strength, leak, decay] = period_and_swing(series, circuit.dt)
    return table


def main():
    table = sweep()
    alive = {key: v for key, v in table.items() if v[1] > 1.0 and v[0] > 0}
    print(f"{len(alive)} of {len(table)} variants oscillate")
    for key in sorted(alive)[::3]:
        print(key, f"period {alive[key][0]:.2f}, swing {alive[key][1]:.2f}")


if __name__ == "__main__":
    main()
