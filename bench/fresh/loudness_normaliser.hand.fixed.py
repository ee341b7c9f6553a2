# planted: TFR207 TFR201 clips of differing length reach an XLA-compiled loudness meter, a trace and a compilation per length
# style: audio, batch job with a dict of programmes
"""Normalise the loudness of podcast segments to a common target."""
import numpy as np
import tensorflow as tf

RATE = 4000
TARGET = -23.0
LONGEST = 4 * RATE


@tf.function(jit_compile=True)
def loudness(wave, count):
    emphasised = wave - 0.85 * tf.concat([[0.0], wave[:-1]], 0)
    energy = tf.cumsum(emphasised**2)
    block = 400
    ends = energy[block - 1::block]
    starts = tf.concat([[0.0], ends[:-1]], 0)
    power = (ends - starts) / block
    level = -0.691 + 10.0 * tf.math.log(power + 1e-9) / tf.math.log(10.0)
    full = (tf.range(tf.shape(power)[0]) + 1) * block <= count
    keep = tf.cast((level > -50.0) & full, tf.float32)
    gated = tf.reduce_sum(power * keep) / (tf.reduce_sum(keep) + 1e-6)
    return -0.691 + 10.0 * tf.math.log(gated + 1e-9) / tf.math.log(10.0)


def segments(count, seed):
    rng = np.random.default_rng(seed)
    for k in range(count):
        seconds = rng.uniform(1.2, 3.6)
        t = np.arange(int(seconds * RATE)) / RATE
        syllables = 0.5 + 0.5 * np.sign(np.sin(2 * np.pi * rng.uniform(2, 4) * t))
        voice = np.sin(2 * np.pi * rng.uniform(110, 240) * t) + 0.4 * rng.normal(size=t.size)
        yield f"segment-{k:02d}", (10 ** rng.uniform(-1.6, -0.6) * syllables * voice).astype("float32")


def normalise(items):
    gains, after = {}, []
    for name, wave in items:
        padded = np.pad(wave, (0, LONGEST - len(wave)))
        measured = float(loudness(tf.constant(padded), tf.constant(len(wave))))
        gain = 10 ** ((TARGET - measured) / 20)
        gains[name] = gain
        after.append(measured + 20 * np.log10(gain))
    return gains, after


def main():
    gains, after = normalise(segments(18, 8))
    print("segments", len(gains))
    print("gain range", round(min(gains.values()), 2), round(max(gains.values()), 2))
    print("after", round(float(np.mean(after)), 2))
    quiet = max(gains, key=gains.get)
    print("quietest", quiet)


if __name__ == "__main__":
    main()
