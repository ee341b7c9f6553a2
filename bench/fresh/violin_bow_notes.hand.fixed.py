"""Bow a short melody on a physical model of a violin string and report the loudness of the notes."""
import math

import tensorflow as tf

from violin_bow_notes_string import BowedString

SCORE = [("G3", 196.0, 0.011), ("A3", 220.0, 0.008), ("B3", 246.9, 0.016), ("D4", 293.7, 0.010),
         ("E4", 329.6, 0.013), ("G4", 392.0, 0.006), ("A4", 440.0, 0.018), ("B4", 493.9, 0.014)]
RATE = 3000


def samples_of(duration):
    return max(8, int(round(duration * RATE)))


def decibels(energy):
    return 10.0 * math.log10(max(float(energy), 1e-9))


def perform(score, pressure):
    string = BowedString(RATE)
    loudness = {}
    for name, pitch, duration in score:
        energy, peak = string.bow(pitch, samples_of(duration), pressure)
        loudness[name] = (decibels(energy), float(peak))
    return loudness


def main():
    soft = perform(SCORE, tf.constant(0.3))
    hard = perform(SCORE, tf.constant(0.9))
    loudest = max(hard, key=lambda n: hard[n][0])
    print(f"notes: {len(SCORE)}")
    print(f"loudest: {loudest} {hard[loudest][0]:.2f} dB")
    print(f"peak of A4: {hard['A4'][1]:.3f}")
    for name in ("G3", "E4"):
        print(f"{name}: {soft[name][0]:.2f} -> {hard[name][0]:.2f} dB")


if __name__ == "__main__":
    main()
