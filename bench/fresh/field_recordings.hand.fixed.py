# planted: TFR101 TFR201 each recording has its own length and its own gain, passed as array and Python float
# style: audio preprocessing with namedtuples, a pipeline of small functions, bioacoustics
from collections import namedtuple

import numpy as np
import tensorflow as tf

Recording = namedtuple("Recording", ["name", "samples", "gain_db"])
Features = namedtuple("Features", ["name", "frames", "centroid", "flux"])

FRAME, HOP = 128, 64


def fake_recordings(count=28, seed=6):
    """Chirps of frogs with wind; the recorder writes the gain into the name."""
    rng = np.random.default_rng(seed)
    for i in range(count):
        n = int(rng.integers(900, 2600))
        t = np.arange(n) / 8000.0
        f0 = rng.uniform(500, 1500)
        call = np.sin(2 * np.pi * (f0 * t + 900 * t**2)) * (np.sin(2 * np.pi * 6 * t) > 0)
        gain = int(rng.integers(-12, 13)) / 2
        wave = 0.3 * call * 10 ** (gain / 20) + 0.01 * rng.normal(size=n)
        yield Recording("frog_%02d_%+.1fdB" % (i, gain), wave.astype(np.float32), gain)


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.float32)])
def spectral_summary(samples, gain_db):
    # undo the recorder's gain
    samples = samples * tf.pow(10.0, -gain_db / 20.0)
    emphasised = samples[1:] - 0.95 * samples[:-1]
    frames = tf.signal.frame(emphasised, FRAME, HOP)
    power = tf.square(tf.abs(tf.signal.rfft(frames * tf.signal.hann_window(FRAME))))
    bins = tf.range(FRAME // 2 + 1, dtype=tf.float32)
    total = tf.reduce_sum(power, axis=1) + 1e-9
    centroid = tf.reduce_sum(power * bins, axis=1) / total
    change = power[1:] / total[1:, None] - power[:-1] / total[:-1, None]
    flux = tf.reduce_sum(tf.nn.relu(change), axis=1)
    return tf.shape(power)[0], tf.reduce_mean(centroid), tf.reduce_mean(flux)


def process(recording):
    frames, centroid, flux = spectral_summary(recording.samples, recording.gain_db)
    return Features(recording.name, int(frames), float(centroid), float(flux))


def report(features):
    widest = max(features, key=lambda f: f.centroid)
    print("recordings %d, frames %d" % (len(features), sum(f.frames for f in features)))
    print("highest centroid %s %.2f" % (widest.name, widest.centroid))
    print("mean flux %.4f" % np.mean([f.flux for f in features]))


report([process(r) for r in fake_recordings()])
