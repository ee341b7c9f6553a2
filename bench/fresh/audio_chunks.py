# planted: TFR201 chunks between the onsets of a signal
# style: numpy slices, zip of neighbours
import numpy as np
import tensorflow as tf


@tf.function
def loudness(chunk):
    return 10.0 * tf.math.log(tf.reduce_mean(tf.square(chunk)) + 1e-6) / tf.math.log(10.0)


def onsets(rng, length):
    return np.concatenate([[0], np.sort(rng.choice(np.arange(50, length - 50), 5, replace=False)), [length]])


def main(length=2000):
    rng = np.random.default_rng(77)
    signal = (np.sin(np.arange(length) * 0.05) * np.linspace(0.1, 1, length)).astype(np.float32)
    borders = onsets(rng, length)
    for start, end in zip(borders[:-1], borders[1:]):
        level = loudness(tf.constant(signal[start:end]))
        print(f"{start:5d} {end:5d} {float(level):8.3f}")


main()
