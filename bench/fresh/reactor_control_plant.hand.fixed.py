"""The plant: mass and energy balance, integrated over one minute."""

import math

import tensorflow as tf

PARAMETERS = {
    "volume": 1.0,  # m3
    "feed": 0.05,  # m3/min
    "c_in": 2.0,  # kmol/m3
    "t_in": 310.0,  # K
    "k0": 7.0e4,  # 1/min
    "ea_r": 4900.0,  # K
    "heat": 60.0,  # K m3/kmol
    "ua": 0.25,  # 1/min per m3/min of coolant
}


def arrhenius(t):
    return PARAMETERS["k0"] * tf.exp(-PARAMETERS["ea_r"] / t)


def linearised_gain(t):
    k = PARAMETERS["k0"] * math.exp(-PARAMETERS["ea_r"] / t)
    return PARAMETERS["heat"] * k * PARAMETERS["ea_r"] / t**2


@tf.function
def _integrate(c, t, flow, coolant, substeps=20):
    p = PARAMETERS
    h = 1.0 / substeps
    dilution = p["feed"] / p["volume"]
    for _ in tf.range(substeps):
        rate = arrhenius(t) * c
        dc = dilution * (p["c_in"] - c) - rate
        dt = dilution * (p["t_in"] - t) + p["heat"] * rate - p["ua"] * flow * (t - coolant)
        c += h * dc
        t += h * dt
    return c, t


def simulate_minute(state, flow, coolant):
    c, t, flow, coolant = (tf.constant(v, tf.float64) for v in (*state, flow, coolant))
    c, t = _integrate(c, t, flow, coolant)
    return float(c), float(t)
