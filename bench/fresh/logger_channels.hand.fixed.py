# planted: TFR107 the data logger stores its channels in many NumPy dtypes and each dtype traces the three analyses again
# style: functions over a table of channels, notebook-like cells
# %% channels of a test bench logger
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(50)
N = 4096
time = np.arange(N) / 512.0

CHANNELS = [
    # name, dtype on disk, scale, unit, frequency
    ("bearing_temp", np.uint8, 0.5, "C", 0.2),
    ("shaft_speed", np.uint16, 0.25, "rpm", 1.5),
    ("vibration_x", np.int16, 0.001, "g", 24.0),
    ("vibration_y", np.int16, 0.001, "g", 36.0),
    ("oil_pressure", np.float16, 1.0, "bar", 3.0),
    ("torque", np.float32, 1.0, "Nm", 6.0),
    ("power", np.float64, 1.0, "kW", 6.0),
    ("valve_state", np.int8, 1.0, "-", 0.5),
    ("encoder", np.int32, 0.01, "deg", 12.0),
    ("energy_counter", np.int64, 0.1, "Wh", 0.1),
    ("coolant_flow", np.uint32, 0.02, "l/min", 2.0),
]


def record(dtype, scale, frequency):
    wave = np.sin(2.0 * np.pi * frequency * time) + 0.1 * rng.normal(size=N)
    if np.issubdtype(dtype, np.integer):
        top = min(np.iinfo(dtype).max, 30000)
        return np.round((0.5 + 0.4 * np.clip(wave, -1.2, 1.2)) * top).astype(dtype)
    return (5.0 + 2.0 * wave).astype(dtype)


# %% analyses
@tf.function
def moments(samples, scale):
    x = tf.cast(samples, tf.float32) * scale
    mean = tf.reduce_mean(x)
    centred = x - mean
    std = tf.sqrt(tf.reduce_mean(centred ** 2))
    kurtosis = tf.reduce_mean((centred / std) ** 4)
    return mean, std, kurtosis


@tf.function
def dominant_frequency(samples, rate):
    x = tf.cast(samples, tf.float32)
    x = (x - tf.reduce_mean(x)) * tf.signal.hann_window(N)
    power = tf.abs(tf.signal.rfft(x)) ** 2
    peak = tf.argmax(power[1:]) + 1
    return tf.cast(peak, tf.float32) * rate / N


@tf.function
def crest_factor(samples, block):
    x = tf.cast(samples, tf.float32)
    x = tf.reshape(x - tf.reduce_mean(x), [block, -1])
    rms = tf.sqrt(tf.reduce_mean(x ** 2, axis=1))
    return tf.reduce_mean(tf.reduce_max(tf.abs(x), axis=1) / (rms + 1e-6))


# %%
rows = []
for name, dtype, scale, unit, frequency in CHANNELS:
    samples = record(dtype, scale, frequency).astype(np.float32)
    mean, std, kurtosis = moments(samples, tf.constant(scale))
    found = dominant_frequency(samples, tf.constant(512.0))
    crest = crest_factor(samples, tf.constant(16))
    rows.append((name, float(mean), float(std), float(kurtosis), float(found), float(crest)))

# %%
for name, mean, std, kurtosis, found, crest in rows[:5]:
    print("%-13s kurtosis %.2f, %.1f Hz, crest %.2f" % (name, kurtosis, found, crest))
print("right frequency:", sum(abs(row[4] - ch[4]) < 0.2 for row, ch in zip(rows, CHANNELS)))
print("mean crest factor %.2f" % np.mean([row[5] for row in rows]))
