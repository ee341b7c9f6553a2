# planted: TFR101 TFR303 the bath temperature of the schedule is a Python float that picks the cooling law by an if
# style: class with a schedule, metallurgy
"""Quenching a steel bar in baths: temperature through the radius and martensite formed."""
import numpy as np
import tensorflow as tf


class Bar:
    nodes = 12
    radius = 0.02
    diffusivity = 8.0e-6

    def __init__(self, hot=860.0):
        self.r = tf.constant((np.arange(self.nodes) + 0.5) / self.nodes * self.radius, tf.float32)
        self.dr = self.radius / self.nodes
        self.temperature = tf.Variable(tf.fill([self.nodes], hot))
        self.martensite = tf.Variable(tf.zeros(self.nodes))
        self.bath = 60.0

    @tf.function
    def cool(self, bath, dt):
        t = self.temperature.value()
        if bath > 180.0:
            coefficient = 2500.0
            surface = t[-1]
        else:
            coefficient = 9000.0
            surface = 0.5 * (t[-1] + t[-2])
        heat = coefficient * (surface - bath) / 7.8e6 * 1.6
        face = self.r[:-1] + 0.5 * self.dr
        flow = face * (t[1:] - t[:-1]) / self.dr
        inner = tf.concat([[0.0], flow], axis=0)
        outer = tf.concat([flow, [-self.radius * heat / self.diffusivity]], axis=0)
        new = t + dt * self.diffusivity * (outer - inner) / (self.r * self.dr)
        formed = 1.0 - tf.exp(-0.011 * tf.nn.relu(350.0 - new))
        self.temperature.assign(new)
        self.martensite.assign(tf.maximum(self.martensite, formed))
        return tf.reduce_max(new) - tf.reduce_min(new)

    def quench(self, seconds, dt=0.1, warming=3.0):
        worst = 0.0
        for _ in range(int(seconds / dt)):
            worst = max(worst, float(self.cool(self.bath, dt)))
            self.bath += warming
        return worst


def main():
    for label, start in (("cool bath", 90.0), ("warm bath", 140.0)):
        bar = Bar()
        bar.bath = start
        worst = bar.quench(4.0)
        print(f"{label}: core {float(bar.temperature[0]):.1f}, skin {float(bar.temperature[-1]):.1f}, "
              f"bath {bar.bath:.1f}")
        print(f"   largest spread {worst:.1f}, hardened skin {float(bar.martensite[-1]):.3f}")


if __name__ == "__main__":
    main()
