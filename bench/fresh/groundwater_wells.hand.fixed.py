# planted: TFR101 the growing time step of the aquifer model reaches the traced solver as a Python float
# style: class with attributes and a schedule, script main
"""Drawdown around a small well field, finite differences on a square aquifer."""
import numpy as np
import tensorflow as tf


class Aquifer:
    """Confined aquifer, uniform storage, lognormal transmissivity."""

    def __init__(self, cells=32, spacing=25.0, storage=2e-3, seed=4):
        rng = np.random.default_rng(seed)
        self.cells = cells
        self.spacing = spacing
        self.storage = storage
        logk = rng.normal(0.0, 0.4, (cells, cells))
        self.transmissivity = tf.constant(120.0 * np.exp(logk), tf.float32)
        self.wells = {}
        self.dt = 0.02
        self.growth = 1.3
        self.dt_max = 3.0

    def add_well(self, name, row, col, rate):
        self.wells[name] = (row, col, rate)

    def pumping(self, day):
        q = np.zeros((self.cells, self.cells), np.float32)
        for name, (row, col, rate) in self.wells.items():
            if name.startswith("night") and (day % 1.0) > 0.5:
                continue
            q[row, col] += rate
        return tf.constant(q)

    @tf.function
    def advance(self, head, pumping, dt):
        area = self.spacing ** 2
        new = head
        for _ in range(6):
            padded = tf.pad(new, [[1, 1], [1, 1]], constant_values=50.0)
            around = (padded[:-2, 1:-1] + padded[2:, 1:-1]
                      + padded[1:-1, :-2] + padded[1:-1, 2:])
            capacity = self.storage * area / dt
            top = capacity * head + self.transmissivity * around - pumping
            new = top / (capacity + 4.0 * self.transmissivity)
        return new, tf.reduce_max(tf.abs(new - head))

    def simulate(self, days):
        head = tf.fill((self.cells, self.cells), 50.0)
        day = 0.0
        history = []
        while day < days:
            dt = min(self.dt, days - day)
            head, change = self.advance(head, self.pumping(day), tf.constant(dt, tf.float32))
            day += dt
            self.dt = min(self.dt * self.growth, self.dt_max)
            history.append((day, float(change)))
        return head, history


def report(aquifer, head, history):
    levels = head.numpy()
    print("steps", len(history))
    print("largest change %.3f m" % max(change for _, change in history))
    for name, (row, col, rate) in aquifer.wells.items():
        print("%-10s pumping %6.0f drawdown %.3f" % (name, rate, 50.0 - levels[row, col]))
    print("mean head %.3f" % levels.mean())


def main():
    aquifer = Aquifer()
    aquifer.add_well("main", 16, 16, 900.0)
    aquifer.add_well("north", 6, 20, 400.0)
    aquifer.add_well("night_east", 20, 27, 650.0)
    head, history = aquifer.simulate(days=30.0)
    report(aquifer, head, history)


if __name__ == "__main__":
    main()
