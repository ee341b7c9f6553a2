# planted: TFR204 TFR101 reduce_retracing was added against the warnings but the pump and the loss are Python floats
# style: dataclass configuration, ramp of a control value, script
"""Mode-locked fibre laser: pump ramp up and down, pulse energy hysteresis."""
import math
from dataclasses import dataclass, field

import numpy as np
import tensorflow as tf


@dataclass
class Fibre:
    points: int = 256
    window: float = 40.0          # ps
    dispersion: float = -0.22
    kerr: float = 0.5
    saturation: float = 12.0
    bandwidth: float = 2.5
    loss: float = 0.35
    segments: int = 6
    omega: np.ndarray = field(init=False)

    def __post_init__(self):
        self.omega = 2.0 * math.pi * np.fft.fftfreq(self.points, self.window / self.points)


FIBRE = Fibre()
OMEGA2 = tf.constant(FIBRE.omega ** 2, tf.float32)
DT = FIBRE.window / FIBRE.points


@tf.function
def round_trip(field, pump, output_loss):
    """Split-step fibre with saturable gain, then a saturable absorber and the coupler."""
    dz = 1.0 / FIBRE.segments
    for _ in range(FIBRE.segments):
        energy = tf.reduce_sum(tf.abs(field) ** 2) * DT
        gain = pump / (1.0 + energy / FIBRE.saturation)
        shape = gain * (1.0 - OMEGA2 / (4.0 * FIBRE.bandwidth ** 2)) - FIBRE.loss
        phase = 0.5 * FIBRE.dispersion * OMEGA2
        spectrum = tf.signal.fft(field)
        spectrum *= tf.cast(tf.exp(0.5 * dz * shape), tf.complex64)
        spectrum *= tf.complex(tf.cos(dz * phase), tf.sin(dz * phase))
        field = tf.signal.ifft(spectrum)
        turn = dz * FIBRE.kerr * tf.abs(field) ** 2
        field = field * tf.complex(tf.cos(turn), tf.sin(turn))
    power = tf.abs(field) ** 2
    transmission = (1.0 - 0.4 / (1.0 + power / 0.8)) * (1.0 - output_loss)
    field = field * tf.cast(tf.sqrt(transmission), tf.complex64)
    return field, tf.reduce_sum(tf.abs(field) ** 2) * DT


def pump_ramp(low, high, steps):
    up = [low + (high - low) * k / (steps - 1) for k in range(steps)]
    return up + [p * 0.995 for p in reversed(up)]


def follow(pumps, trips=6):
    t = (np.arange(FIBRE.points) - FIBRE.points / 2) * DT
    field = tf.constant(0.8 / np.cosh(t / 1.5), tf.complex64)
    energies = []
    for step, pump in enumerate(pumps):
        output_loss = 0.10 + 0.02 * math.sin(step / 5.0)
        for _ in range(trips):
            field, energy = round_trip(field, tf.constant(pump), tf.constant(output_loss))
        energies.append(float(energy))
    return np.array(energies)


if __name__ == "__main__":
    pumps = pump_ramp(1.0, 2.4, 11)
    energies = follow(pumps)
    up, down = energies[:11], energies[11:][::-1]
    print("pump values", len(pumps))
    print("energy at the top %.2f" % up[-1])
    print("energy mid ramp, up %.2f down %.2f" % (up[5], down[5]))
    print("largest difference %.2f" % np.abs(up - down).max())
