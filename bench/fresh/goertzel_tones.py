# planted: TFR101 TFR301 frequency and block length are Python numbers, and the recursion runs over range
# style: telephony hobbyist, functions and constants
"""Find the pressed keys in a recording of touch tones with Goertzel's recursion."""
import math

import numpy as np
import tensorflow as tf

RATE = 4000
ROWS = (697, 770, 852, 941)
COLUMNS = (1209, 1336, 1477)
KEYS = ("123", "456", "789", "*0#")


@tf.function
def goertzel(samples, frequency, length):
    coefficient = 2.0 * math.cos(2.0 * math.pi * frequency / RATE)
    before, last = tf.constant(0.0), tf.constant(0.0)
    for i in range(length):
        new = samples[i] + coefficient * last - before
        before, last = last, new
    return (before * before + last * last - coefficient * before * last) / length


def press(key, length, rng):
    row = next(i for i, line in enumerate(KEYS) if key in line)
    column = KEYS[row].index(key)
    t = np.arange(length) / RATE
    wave = np.sin(2 * np.pi * ROWS[row] * t) + 0.8 * np.sin(2 * np.pi * COLUMNS[column] * t)
    return (wave + rng.normal(0, 0.4, length)).astype(np.float32)


def strongest(samples, frequencies):
    powers = [float(goertzel(samples, f, len(samples))) for f in frequencies]
    best = int(np.argmax(powers))
    return best, powers[best]


def decode(recording):
    pressed = []
    for samples in recording:
        row, low = strongest(samples, ROWS)
        column, high = strongest(samples, COLUMNS)
        pressed.append((KEYS[row][column], low, high))
    return pressed


if __name__ == "__main__":
    rng = np.random.default_rng(3)
    number = "4079#1"
    recording = [tf.constant(press(key, length, rng)) for key, length in zip(number, (80, 96, 80, 96, 112, 80))]
    pressed = decode(recording)
    for key, low, high in pressed:
        print(f"{key}  row power {low:.3f}  column power {high:.3f}")
    print("dialled:", "".join(key for key, _, _ in pressed), "of", number)
