# planted: TFR101 the gains of the scheduled controller and the set point change as Python floats
# style: a control engineer's script with a namedtuple of gains
"""Gain scheduling for the level of a conical tank (bench test 4, no valve saturation logic)."""
from collections import namedtuple

import numpy as np
import tensorflow as tf

Gains = namedtuple("Gains", "kp ki kd")

LOW = Gains(1.2, 0.15, 0.02)
HIGH = Gains(3.0, 0.40, 0.05)
DT = 0.5


def schedule(level):
    """Blend between the two tunings by the level in metres."""
    share = min(max((level - 0.5) / 1.5, 0.0), 1.0)
    return Gains(*(low + share * (high - low) for low, high in zip(LOW, HIGH)))


def setpoint(k):
    if k < 15:
        return 0.8
    return min(0.8 + 0.05 * (k - 14), 1.8)


class Tank:
    def __init__(self, level=0.4):
        self.level = tf.Variable(level, dtype=tf.float32)
        self.integral = tf.Variable(0.0)
        self.last_error = tf.Variable(0.0)

    @tf.function
    def control(self, target, kp, ki, kd):
        error = target - self.level
        self.integral.assign_add(error * DT)
        derivative = (error - self.last_error) / DT
        self.last_error.assign(error)
        return kp * error + ki * self.integral + kd * derivative

    @tf.function
    def flow(self, valve, disturbance):
        inflow = tf.clip_by_value(valve, 0.0, 2.0)
        outflow = 0.35 * tf.sqrt(tf.maximum(self.level, 1e-3))
        area = 0.3 + 0.5 * self.level**2
        change = (inflow + disturbance - outflow) / area
        self.level.assign(tf.maximum(self.level + DT * change, 0.0))
        return self.level


def main():
    rng = np.random.default_rng(4)
    tank = Tank()
    levels, valves = [], []
    level = 0.4
    for k in range(50):
        gains = schedule(level)
        target, *gains = (tf.constant(x, tf.float32) for x in (setpoint(k), *gains))
        valve = tank.control(target, *gains)
        noise = rng.normal(0.0, 0.01)
        level = float(tank.flow(valve, tf.constant(noise, tf.float32)))
        levels.append(level)
        valves.append(float(valve))
    targets = [setpoint(k) for k in range(50)]
    iae = DT * sum(abs(t - l) for t, l in zip(targets, levels))
    print(f"final level {levels[-1]:.4f} m of {targets[-1]:.2f} m")
    print(f"IAE {iae:.4f}  largest valve {max(valves):.4f}")
    print("every tenth level:", [round(l, 4) for l in levels[::10]])


if __name__ == "__main__":
    main()
