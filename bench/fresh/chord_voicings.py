# planted: TFR103 every candidate voicing is a tuple of MIDI numbers, the roughness is traced per tuple
# style: functions, itertools candidates, greedy voice leading
"""Voice a chord progression with little roughness and small movements of the voices."""
import itertools

import numpy as np
import tensorflow as tf

PROGRESSION = [("C", (0, 4, 7)), ("Am", (9, 0, 4)), ("F", (5, 9, 0)), ("G7", (7, 11, 2, 5)), ("Cmaj7", (0, 4, 7, 11))]
PARTIALS = 5
LOWEST, HIGHEST = 50, 74


def candidates(pitch_classes, limit=9):
    """All close enough voicings of the chord in the range of the choir."""
    options = [[note for note in range(LOWEST, HIGHEST) if note % 12 == pc] for pc in pitch_classes]
    found = []
    for notes in itertools.product(*options):
        notes = tuple(sorted(notes))
        gaps = [b - a for a, b in zip(notes, notes[1:])]
        if min(gaps) >= 3 and max(gaps) <= 9:
            found.append(notes)
    return sorted(set(found))[:limit]


@tf.function
def roughness(notes):
    """Plomp-Levelt roughness of the partials of all notes."""
    harmonics = tf.range(1.0, PARTIALS + 1.0)
    frequencies, loudness = [], []
    for note in notes:
        base = 440.0 * 2.0 ** ((note - 69) / 12.0)
        frequencies.append(base * harmonics)
        loudness.append(0.8 ** harmonics)
    frequency = tf.concat(frequencies, axis=0)
    amplitude = tf.concat(loudness, axis=0)
    lower = tf.minimum(frequency[:, None], frequency[None, :])
    distance = tf.abs(frequency[:, None] - frequency[None, :])
    s = 0.24 / (0.021 * lower + 19.0)
    curve = tf.exp(-3.5 * s * distance) - tf.exp(-5.75 * s * distance)
    return 0.5 * tf.reduce_sum(curve * amplitude[:, None] * amplitude[None, :])


def movement(before, after):
    if before is None:
        return 0.0
    shared = min(len(before), len(after))
    return float(np.abs(np.array(before[-shared:]) - np.array(after[-shared:])).sum())


def voice(progression, weight=0.02):
    chosen, previous = [], None
    for name, pitch_classes in progression:
        scored = []
        for notes in candidates(pitch_classes):
            rough = float(roughness(notes))
            scored.append((rough + weight * movement(previous, notes), notes, rough))
        _, previous, rough = min(scored)
        chosen.append((name, previous, rough))
    return chosen


if __name__ == "__main__":
    total = 0.0
    for name, notes, rough in voice(PROGRESSION):
        total += rough
        print(f"{name:6s} {' '.join(str(n) for n in notes):14s} roughness {rough:.3f}")
    print(f"sum {total:.3f}")
