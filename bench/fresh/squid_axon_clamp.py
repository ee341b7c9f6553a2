# planted: TFR103 a dict of Python floats (asdict of a dataclass that changes per sweep) is the argument of the traced integrator
# style: dataclass settings, itertools.product, neuroscience student
"""Hodgkin-Huxley axon under current clamp at several temperatures and sodium conductances."""
from dataclasses import asdict, dataclass, replace
from itertools import product

import numpy as np
import tensorflow as tf


@dataclass(frozen=True)
class Membrane:
    g_na: float = 120.0
    g_k: float = 36.0
    g_leak: float = 0.3
    celsius: float = 6.3


def rates(v):
    a_m = 0.1 * (v + 40.0) / (1.0 - tf.exp(-(v + 40.0) / 10.0))
    b_m = 4.0 * tf.exp(-(v + 65.0) / 18.0)
    a_h = 0.07 * tf.exp(-(v + 65.0) / 20.0)
    b_h = 1.0 / (1.0 + tf.exp(-(v + 35.0) / 10.0))
    a_n = 0.01 * (v + 55.0) / (1.0 - tf.exp(-(v + 55.0) / 10.0))
    b_n = 0.125 * tf.exp(-(v + 65.0) / 80.0)
    return tf.stack([a_m, a_h, a_n]), tf.stack([b_m, b_h, b_n])


@tf.function
def clamp(current, membrane, dt=0.02):
    q10 = 3.0 ** ((membrane["celsius"] - 6.3) / 10.0)
    v = tf.fill(tf.shape(current)[1:], -64.9)
    alpha, beta = rates(v)
    gates = alpha / (alpha + beta)
    peak = v
    spikes = tf.zeros_like(v)
    for k in tf.range(tf.shape(current)[0]):
        m, h, n = gates[0], gates[1], gates[2]
        i_ion = (membrane["g_na"] * m ** 3 * h * (v - 50.0)
                 + membrane["g_k"] * n ** 4 * (v + 77.0)
                 + membrane["g_leak"] * (v + 54.4))
        new = v + dt * (current[k] - i_ion)
        alpha, beta = rates(v)
        gates += dt * q10 * (alpha * (1.0 - gates) - beta * gates)
        spikes += tf.cast(tf.logical_and(v < 0.0, new >= 0.0), v.dtype)
        peak = tf.maximum(peak, new)
        v = new
    return spikes, peak


def step_currents(amplitudes, samples=1200, onset=100):
    wave = np.zeros((samples, len(amplitudes)), np.float32)
    wave[onset:] = amplitudes
    return tf.constant(wave)


def sweeps(base):
    for celsius, share in product((6.3, 9.0, 12.5, 16.0), (1.0, 0.85, 0.7)):
        yield replace(base, celsius=celsius, g_na=base.g_na * share)


def main():
    current = step_currents([3.0, 8.0, 15.0])
    table = []
    for axon in sweeps(Membrane()):
        spikes, peak = clamp(current, asdict(axon))
        table.append((axon.celsius, axon.g_na, spikes.numpy(), peak.numpy()))
    print("sweeps", len(table))
    print("silent at 3 uA", sum(int(s[0] <= 1) for _, _, s, _ in table))
    print("spikes at 8 uA, cold", int(table[0][2][1]))
    print("most spikes at 15 uA", int(max(s[2] for _, _, s, _ in table)))
    print("highest peak mV", round(float(max(p.max() for *_, p in table)), 0))


main()
