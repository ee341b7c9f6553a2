# planted: TFR502 a traced scorer is defined and called inside the method that scans one line of verse
# style: class with a caching-free method, text in the file, no Keras
"""Which metre fits a line of verse best? Alignment of stress guesses with metrical feet."""
import re

import tensorflow as tf

FEET = {"iamb": [0.1, 0.9], "trochee": [0.9, 0.1], "dactyl": [0.9, 0.1, 0.1], "anapaest": [0.1, 0.1, 0.9]}

POEM = """
the river carries winter down the hill
and evening leaves a lantern on the sill
hurry the horses and harness the wagon for morning
merrily under the mountain the rivers are turning
golden apples falling softly over
silver water singing through the clover
and the sound of the sea in the dark of the night
in the hush of the reeds at the edge of the light
a letter waits unopened by the door
the tide returns its sentence to the shore
"""

STRESSED = re.compile(r"^(st|str|sp|l|m|w|s|h|g|r)")
UNSTRESSED = {"the", "and", "a", "of", "in", "on", "by", "for", "at", "to", "its", "are", "under", "over"}


def syllables(word):
    return re.findall(r"[^aeiouy]*[aeiouy]+(?:[^aeiouy]*$)?", word) or [word]


def stress_guess(line):
    """A probability of stress per syllable, from crude rules."""
    guesses = []
    for word in line.split():
        parts = syllables(word)
        for position, part in enumerate(parts):
            if word in UNSTRESSED:
                guesses.append(0.15)
            elif len(parts) == 1:
                guesses.append(0.85)
            else:
                guesses.append(0.8 if position == 0 and STRESSED.match(part) else 0.35)
    return tf.constant(guesses, tf.float32)


class MetreScanner:
    def __init__(self, feet, skip_penalty=0.7):
        self.names = list(feet)
        self.patterns = {name: tf.constant(beats, tf.float32) for name, beats in feet.items()}
        self.skip_penalty = skip_penalty

    def fit_of(self, name, stress):
        pattern = self.patterns[name]

        @tf.function
        def best_alignment(guess):
            # dynamic programme over syllables: the state is the position in the foot
            size = tf.shape(pattern)[0]
            score = tf.fill([size], -1e3)
            score = tf.tensor_scatter_nd_update(score, [[0]], [0.0])
            for s in guess:
                match = tf.math.log(s * pattern + (1.0 - s) * (1.0 - pattern))
                stay = tf.roll(score + match, shift=1, axis=0)
                skip = tf.roll(score + match, shift=2, axis=0) - self.skip_penalty
                score = tf.maximum(stay, skip)
            return tf.reduce_max(score) / tf.cast(tf.size(guess), tf.float32)

        return float(best_alignment(stress))

    def scan(self, line):
        stress = stress_guess(line)
        fits = {name: self.fit_of(name, stress) for name in self.names}
        winner = max(fits, key=fits.get)
        return winner, fits[winner]


def main():
    scanner = MetreScanner(FEET)
    tally = dict.fromkeys(FEET, 0)
    for line in POEM.strip().splitlines():
        metre, fit = scanner.scan(line)
        tally[metre] += 1
        print(f"{metre:9s} {fit:7.3f}  {line[:28]}")
    print(tally)


main()
