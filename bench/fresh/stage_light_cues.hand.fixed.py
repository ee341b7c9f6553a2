"""Fade a stage rig from cue to cue and report how much power the lamps draw."""
import numpy as np
import tensorflow as tf


class Cue(tf.experimental.ExtensionType):
    warmth: tf.Tensor
    level: tf.Tensor
    spread: tf.Tensor

    def towards(self, other, amount):
        mix = lambda a, b: a + (b - a) * amount
        return Cue(mix(self.warmth, other.warmth), mix(self.level, other.level), mix(self.spread, other.spread))


class Rig:
    WARM = tf.constant([1.0, 0.75, 0.4])
    COLD = tf.constant([0.5, 0.7, 1.0])

    def __init__(self, lamps):
        self.positions = tf.linspace(-1.0, 1.0, lamps)
        self.watts = tf.constant([120.0, 90.0, 110.0])

    @tf.function
    def render(self, cue):
        """Colour of every lamp, and the power of the rig."""
        falloff = tf.exp(-tf.square(self.positions) / (2.0 * cue.spread * cue.spread))
        colour = cue.warmth * self.WARM + (1.0 - cue.warmth) * self.COLD
        lamps = cue.level * falloff[:, None] * colour
        gamma = tf.pow(lamps, 2.2)
        return gamma, tf.reduce_sum(gamma * self.watts)


def timeline(cues, beats):
    for start, end in zip(cues, cues[1:]):
        for beat in range(beats):
            yield start.towards(end, beat / beats)
    yield cues[-1]


class Show:
    def __init__(self, rig):
        self.rig = rig
        self.power = []
        self.brightest = []

    def run(self, cues, beats=8):
        for cue in timeline(cues, beats):
            lamps, watts = self.rig.render(cue)
            self.power.append(float(watts))
            self.brightest.append(int(tf.argmax(tf.reduce_sum(lamps, axis=1))))

    @property
    def energy(self):
        return sum(self.power) / 3600.0


SCRIPT = [Cue(0.9, 0.1, 0.3), Cue(0.7, 0.8, 0.6), Cue(0.1, 1.0, 1.5), Cue(0.4, 0.2, 0.4)]

show = Show(Rig(lamps=15))
show.run(SCRIPT)
print("frames:", len(show.power))
print("peak watts:", round(max(show.power), 1))
print("energy (Wh):", round(show.energy, 3))
print("brightest lamp, first and last:", show.brightest[0], show.brightest[-1])
print("smoothest step:", round(float(np.min(np.abs(np.diff(show.power)))), 2))
