# planted: TFR101 the simulated clock, an attribute that grows each step, is passed as a Python float
# style: dataclass settings and a simulator object
"""Two yeast strains compete in a chemostat whose feed follows a daily rhythm."""
from dataclasses import dataclass, field

import tensorflow as tf


@dataclass
class Settings:
    dilution: float = 0.18
    feed: float = 10.0
    swing: float = 0.5
    mu_max: list = field(default_factory=lambda: [0.55, 0.38])
    half_sat: list = field(default_factory=lambda: [2.6, 0.45])
    yield_coef: float = 0.5
    dt: float = 0.25


class Chemostat:
    def __init__(self, settings):
        self.cfg = settings
        self.mu = tf.constant(settings.mu_max)
        self.ks = tf.constant(settings.half_sat)
        self.biomass = tf.Variable([0.4, 0.4])
        self.substrate = tf.Variable(4.0)
        self.clock = 0.0

    def _rates(self, x, s, inflow):
        growth = self.mu * s / (self.ks + s)
        dx = (growth - self.cfg.dilution) * x
        ds = self.cfg.dilution * (inflow - s) - tf.reduce_sum(growth * x) / self.cfg.yield_coef
        return dx, ds

    @tf.function
    def _advance(self, clock):
        h = self.cfg.dt
        inflow = self.cfg.feed * (1.0 + self.cfg.swing * tf.sin(2.0 * 3.14159265 * clock / 24.0))
        x, s = self.biomass.value(), self.substrate.value()
        dx1, ds1 = self._rates(x, s, inflow)
        dx2, ds2 = self._rates(x + h * dx1, tf.maximum(s + h * ds1, 0.0), inflow)
        self.biomass.assign(x + 0.5 * h * (dx1 + dx2))
        self.substrate.assign(tf.maximum(s + 0.5 * h * (ds1 + ds2), 0.0))

    def run(self, hours):
        samples = []
        while self.clock < hours:
            self._advance(tf.constant(self.clock))
            self.clock += self.cfg.dt
            if abs(self.clock % 6.0) < 1e-9:
                samples.append((self.clock, self.biomass.numpy(), float(self.substrate)))
        return samples


def main():
    plant = Chemostat(Settings())
    for hour, biomass, sugar in plant.run(24.0):
        print(f"{hour:5.1f} h  A {biomass[0]:.3f}  B {biomass[1]:.3f}  sugar {sugar:.3f}")
    share = plant.biomass / tf.reduce_sum(plant.biomass)
    print("share of B:", round(float(share[1]), 3))


main()
