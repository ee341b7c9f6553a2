# planted: TFR107 TFR201 each loom's driver delivers counts in its own dtype and frame length to one traced filter
# style: textiles monitoring, driver classes with inheritance, event loop
"""Warp tension on looms: robust level and jerk of each frame that the drivers deliver."""
import numpy as np
import tensorflow as tf


class Driver:
    dtype, full_scale, rate = np.float32, 1.0, 48

    def __init__(self, name, seed):
        self.name = name
        self.rng = np.random.default_rng(seed)
        self.clock = 0

    def frame(self):
        n = self.rate + int(self.rng.integers(0, 4))
        t = np.arange(self.clock, self.clock + n)
        self.clock += n
        tension = 0.5 + 0.2 * np.sin(t / 7.0) + self.rng.normal(0, 0.02, n)
        if self.rng.uniform() < 0.2:
            tension[n // 2] = 0.95
        return (tension * self.full_scale).astype(self.dtype)


class RapierDriver(Driver):
    dtype, full_scale = np.int16, 32000.0


class AirJetDriver(Driver):
    dtype, full_scale = np.int32, 1.0e6


class JacquardDriver(Driver):
    dtype, full_scale = np.float64, 1.0


@tf.function
def tension_stats(frame, scale):
    x = tf.cast(frame, tf.float32) / scale
    level = tf.reduce_mean(x)
    jerk = tf.reduce_max(tf.abs(x[2:] - 2.0 * x[1:-1] + x[:-2]))
    return level, jerk


class Shed:
    def __init__(self, drivers):
        self.drivers = drivers
        self.alarms = dict.fromkeys((d.name for d in drivers), 0)
        self.levels = {d.name: [] for d in drivers}

    def poll(self, driver):
        level, jerk = tension_stats(driver.frame(), tf.constant(driver.full_scale))
        self.levels[driver.name].append(float(level))
        if jerk > 0.5:
            self.alarms[driver.name] += 1

    def run(self, ticks):
        for _ in range(ticks):
            for driver in self.drivers:
                self.poll(driver)


def main():
    shed = Shed([Driver("dobby", 1), RapierDriver("rapier", 2), AirJetDriver("airjet", 3), JacquardDriver("jacquard", 4)])
    shed.run(ticks=12)
    for name, levels in shed.levels.items():
        print(f"{name:9s} level {np.mean(levels):.3f} +- {np.std(levels):.3f}  broken ends {shed.alarms[name]}")


if __name__ == "__main__":
    main()
