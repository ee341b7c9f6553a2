# planted: TFR101 frequency and length of every note are plain Python numbers in the call of the compiled oscillator
# style: audio toy, notes as a string score, small Instrument classes with inheritance
import re

import numpy as np
import tensorflow as tf

RATE = 4000
SCORE = "E4:2 D#4:1 E5:1 B3:2 G4:3 A4:1 C5:2 F4:1 D4:4 G#4:2 C4:6"
SEMITONE = dict(zip("C C# D D# E F F# G G# A A# B".split(), range(12)))


def parse(score, beat=0.06):
    for name, octave, beats in re.findall(r"([A-G]#?)(\d):(\d)", score):
        key = SEMITONE[name] + 12 * (int(octave) - 4)
        yield 440.0 * 2 ** ((key - 9) / 12), int(int(beats) * beat * RATE)


class Instrument:
    partials = (1.0,)
    attack = 0.01

    def envelope(self, t, duration):
        rise = tf.minimum(t / self.attack, 1.0)
        fall = tf.minimum((duration - t) / 0.02, 1.0)
        return rise * fall

    @tf.function
    def oscillate(self, frequency, samples):
        t = tf.range(samples, dtype=tf.float32) / RATE
        duration = tf.cast(samples, tf.float32) / RATE
        wave = tf.zeros_like(t)
        for k, a in enumerate(self.partials, 1):
            wave += a * tf.sin(2 * np.pi * k * frequency * t)
        return wave * self.envelope(t, duration)

    def play(self, notes):
        return np.concatenate([self.oscillate(f, n).numpy() for f, n in notes])


class Clarinet(Instrument):
    partials = (1.0, 0.0, 0.5, 0.0, 0.3)


class Plucked(Instrument):
    partials = (1.0, 0.6, 0.35, 0.2)
    attack = 0.002

    def envelope(self, t, duration):
        return super().envelope(t, duration) * tf.exp(-12.0 * t)


def loudest_partial(signal, frequency):
    spectrum = np.abs(np.fft.rfft(signal))
    return int(round(np.fft.rfftfreq(len(signal), 1 / RATE)[spectrum.argmax()] / frequency))


def main():
    notes = list(parse(SCORE))
    tracks = {type(i).__name__: i.play(notes) for i in (Clarinet(), Plucked())}
    for name, track in tracks.items():
        first = track[:notes[0][1]]
        print(f"{name:9s} {len(track)} samples, rms {np.sqrt(np.mean(track ** 2)):.3f}, "
              f"peak {np.abs(track).max():.2f}, loudest partial {loudest_partial(first, notes[0][0])}")
    mix = sum(tracks.values())
    mix /= np.abs(mix).max()
    crossings = int(np.sum(np.abs(np.diff(np.sign(mix))) > 1))
    print("crossings of the mix, in hundreds:", round(crossings / 100))


main()
