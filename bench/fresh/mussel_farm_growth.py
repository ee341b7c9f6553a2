# planted: TFR204 TFR101 reduce_retracing was switched on for a growth step that takes Python floats, where it cannot help
# style: agriculture aquaculture, dataclass parameters, simulation of cohorts
"""Growth of mussel cohorts on longlines under a seasonal food supply."""
import math
from dataclasses import dataclass

import numpy as np
import tensorflow as tf


@dataclass
class Site:
    name: str
    mean_temp: float
    amplitude: float
    bloom: float

    def temperature(self, week):
        return self.mean_temp + self.amplitude * math.sin(2 * math.pi * (week - 17) / 52)

    def chlorophyll(self, week):
        spring = math.exp(-((week - 16) ** 2) / 18)
        autumn = 0.6 * math.exp(-((week - 38) ** 2) / 12)
        return 0.5 + self.bloom * (spring + autumn)


@tf.function(reduce_retracing=True)
def grow_week(mass, density, temp, food):
    clearance = 2.2 * mass ** 0.6 * tf.exp(-((temp - 16.0) ** 2) / 60.0)
    depletion = tf.exp(-0.02 * tf.reduce_sum(clearance * density))
    intake = clearance * food * depletion
    respiration = 0.11 * mass ** 0.75 * 1.07 ** (temp - 12.0)
    mass = tf.maximum(mass + 0.35 * intake - respiration, 0.05)
    density = density * (0.996 - 0.01 * tf.nn.relu(temp - 20.0))
    return mass, density


def season(site, cohorts):
    rng = np.random.default_rng(len(site.name))
    mass = tf.constant(rng.uniform(0.3, 0.8, cohorts), tf.float32)
    density = tf.constant(rng.uniform(0.6, 1.4, cohorts), tf.float32)
    for week in range(10, 44):
        mass, density = grow_week(mass, density, site.temperature(week), site.chlorophyll(week))
    return mass, density


def main():
    sites = [Site("fjord", 10.0, 5.0, 3.0), Site("estuary", 13.0, 6.5, 4.5)]
    for site in sites:
        mass, density = season(site, 6)
        harvest = float(tf.reduce_sum(mass * density))
        print(f"{site.name}: mean mass {float(tf.reduce_mean(mass)):.3f} harvest {harvest:.2f}")


if __name__ == "__main__":
    main()
