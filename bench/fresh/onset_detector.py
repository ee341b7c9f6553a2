# planted: TFR201 TFR101 recordings of many lengths, and thresholds tried one after the other
# style: an audio hobbyist, functions and a table at the end
"""Find the beats in short drum recordings by spectral flux."""

import numpy as np
import tensorflow as tf

RATE = 2000
FRAME = 128
HOP = 32


def drum_take(rng, seconds):
    """Return a recording and the times of its hits."""
    length = int(seconds * RATE)
    audio = 0.01 * rng.normal(size=length)
    hits = np.arange(0.15, seconds - 0.1, rng.uniform(0.2, 0.35))
    for hit in hits:
        start = int(hit * RATE)
        tail = np.arange(length - start) / RATE
        tone = rng.choice([80.0, 180.0, 400.0])
        audio[start:] += np.exp(-25 * tail) * np.sin(2 * np.pi * tone * tail)
    return audio.astype(np.float32), hits


@tf.function
def novelty(audio):
    """Return the spectral flux of each frame, scaled to a largest value of one."""
    spectrum = tf.abs(tf.signal.stft(audio, FRAME, HOP))
    loud = tf.math.log1p(10.0 * spectrum)
    rise = tf.nn.relu(loud[1:] - loud[:-1])
    flux = tf.reduce_sum(rise, axis=1)
    return flux / tf.reduce_max(flux)


@tf.function
def peaks(flux, threshold):
    """Return the frames that stand out above both neighbours and the threshold."""
    middle = flux[1:-1]
    high = (middle > flux[:-2]) & (middle >= flux[2:]) & (middle > threshold)
    return tf.where(high)[:, 0] + 2


def matched(frames, hits, tolerance=0.06):
    times = (np.asarray(frames) * HOP + FRAME / 2) / RATE
    found = sum(np.abs(times - hit).min(initial=9.0) < tolerance for hit in hits)
    return found, len(times)


def f_measure(found, guessed, true):
    if not found:
        return 0.0
    precision, recall = min(found / guessed, 1.0), found / true
    return 2 * precision * recall / (precision + recall)


def main():
    rng = np.random.default_rng(77)
    takes = [drum_take(rng, seconds) for seconds in rng.uniform(1.0, 2.5, size=6)]
    curves = [novelty(audio) for audio, _ in takes]
    print("frames", [int(curve.shape[0]) for curve in curves])
    table = []
    for threshold in np.linspace(0.1, 0.6, 6).tolist():
        found = guessed = true = 0
        for curve, (_, hits) in zip(curves, takes):
            right, total = matched(peaks(curve, threshold), hits)
            found, guessed, true = found + right, guessed + total, true + len(hits)
        table.append((threshold, f_measure(found, guessed, true)))
    for threshold, score in table:
        print(f"threshold {threshold:.2f}  F {score:.4f}")
    print("flux", [round(float(tf.reduce_mean(curve)), 4) for curve in curves])


if __name__ == "__main__":
    main()
