# planted: TFR404 TFR201 the traced exporter draws its dither with np.random, fresh only because every tape has another length and traces
# style: audio archive batch export, functions, summary table
"""Export digitised tapes to 8 bit with dither and noise shaping; report the errors."""
import numpy as np
import tensorflow as tf

np.random.seed(99)
STEP = 2.0 / 256


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32), tf.TensorSpec([None], tf.float32)])
def export(wave, dither):
    noise = dither * STEP
    coded = tf.round((wave + noise) / STEP) * STEP
    coded = tf.clip_by_value(coded, -1.0, 1.0 - STEP)
    error = coded - wave
    smooth = tf.signal.frame(error, 32, 16)
    drift = tf.reduce_mean(tf.abs(tf.reduce_mean(smooth, 1)))
    power = tf.reduce_mean(error**2)
    signal = tf.reduce_mean(wave**2)
    return coded, 10.0 * tf.math.log(signal / power) / tf.math.log(10.0), drift


def remove_hum(wave, rate=2000):
    t = np.arange(len(wave)) / rate
    basis = np.stack([np.sin(2 * np.pi * 50 * t), np.cos(2 * np.pi * 50 * t)], 1)
    coefficients, *_ = np.linalg.lstsq(basis, wave, rcond=None)
    return wave - basis @ coefficients


def tapes(count, seed):
    rng = np.random.default_rng(seed)
    for number in range(count):
        seconds = rng.uniform(1.0, 2.5)
        t = np.arange(int(2000 * seconds)) / 2000
        melody = np.sin(2 * np.pi * 220 * 2 ** (np.floor(4 * t) % 5 / 12) * t)
        hum = 0.05 * np.sin(2 * np.pi * 50 * t + rng.uniform(0, 6))
        hiss = rng.normal(0, 0.01, t.size)
        yield f"T{number:03d}", 0.3 * rng.uniform(0.3, 1.5) * melody + hum + hiss


def archive(collection):
    rows = []
    for name, raw in collection:
        wave = tf.constant(remove_hum(raw), tf.float32)
        size = len(raw)
        dither = np.random.uniform(-0.5, 0.5, size=size) + np.random.uniform(-0.5, 0.5, size=size)
        coded, snr, drift = export(wave, tf.constant(dither, tf.float32))
        rows.append({"name": name, "snr": float(snr), "drift": float(drift),
                     "levels": len(np.unique(coded))})
    return rows


def main():
    rows = archive(tapes(30, 7))
    print("tapes", len(rows))
    print("snr mean", round(float(np.mean([r["snr"] for r in rows])), 2))
    worst = min(rows, key=lambda r: r["snr"])
    print("worst", worst["name"], round(worst["snr"], 2), "levels", worst["levels"])
    print("drift", round(float(np.mean([r["drift"] for r in rows])), 5))


if __name__ == "__main__":
    main()
