# planted: TFR101 the controller's output and the coolant's temperature, Python floats, go into the compiled plant of the other module
# style: process engineer, a main and a module with the plant, units in comments
"""Temperature control of a stirred tank with an exothermic reaction."""

import math

import numpy as np

from reactor_control_plant import PARAMETERS, linearised_gain, simulate_minute


class PI:
    def __init__(self, kc, ti, lo, hi):
        self.kc, self.ti, self.lo, self.hi = kc, ti, lo, hi
        self.integral = 0.0

    def __call__(self, error):
        trial = self.kc * (error + (self.integral + error) / self.ti)
        if self.lo < trial < self.hi:
            self.integral += error  # anti-windup
        return min(self.hi, max(self.lo, trial))


def coolant_temperature(minute):
    """river water [K], warm in the afternoon"""
    return 288.0 + 4.0 * math.sin(2 * math.pi * minute / 120.0)


def main():
    gain = linearised_gain(350.0)
    controller = PI(kc=0.08, ti=15.0, lo=0.0, hi=2.0)
    state = (1.0, 330.0)  # concentration [kmol/m3], temperature [K]
    flow = 0.3
    trace = []
    for minute in range(120):
        setpoint = 345.0 if minute < 60 else 351.0
        state = simulate_minute(state, flow, coolant_temperature(minute))
        flow = controller(state[1] - setpoint)
        trace.append((minute, state[0], state[1], flow))
    trace = np.array(trace)
    print("volume %.1f m3" % PARAMETERS["volume"])
    print("heat gain %.3f" % gain)
    print("T at 59 min %.2f K" % trace[59, 2])
    print("T at end %.2f K, flow %.3f m3/min" % (trace[-1, 2], trace[-1, 3]))


if __name__ == "__main__":
    main()
