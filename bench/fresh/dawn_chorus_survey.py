# planted: TFR201 recordings of different duration reach the traced acoustic index, a trace per duration
# style: functions, ecology bioacoustics, notebook-like script
import numpy as np
import tensorflow as tf

SITES = ["marsh", "oakwood", "heath", "orchard"]
RATE = 1000
rng = np.random.default_rng(101)


# %% synthetic recordings, one per visit
def record(site, visit):
    seconds = 1.5 + 0.5 * rng.random() + 0.2 * visit
    t = np.arange(int(seconds * RATE)) / RATE
    wave = 0.02 * rng.normal(size=t.size)
    for _ in range(2 + site):
        f0 = rng.uniform(80.0, 420.0)
        start = rng.uniform(0.0, seconds)
        env = np.exp(-((t - start) ** 2) / 0.03)
        wave += 0.3 * env * np.sin(2 * np.pi * (f0 * t + 30.0 * t**2))
    return wave.astype("float32")


# %% indices
@tf.function
def acoustic_indices(wave):
    spec = tf.abs(tf.signal.stft(wave, 128, 64, fft_length=128))
    power = spec ** 2
    per_bin = tf.reduce_sum(power, 0)
    p = per_bin / (tf.reduce_sum(per_bin) + 1e-9)
    entropy = -tf.reduce_sum(p * tf.math.log(p + 1e-9)) / tf.math.log(65.0)
    change = tf.abs(power[1:] - power[:-1])
    complexity = tf.reduce_sum(change) / (tf.reduce_sum(power) + 1e-9)
    activity = tf.reduce_mean(tf.cast(spec > 1.0, tf.float32))
    return tf.stack([entropy, complexity, activity])


# %% survey
table = {}
for s, site in enumerate(SITES):
    rows = []
    for visit in range(8):
        rows.append(acoustic_indices(tf.constant(record(s, visit))))
    table[site] = tf.reduce_mean(tf.stack(rows), 0).numpy()

# %% report
for site, (entropy, complexity, activity) in table.items():
    print(f"{site:8s} H={entropy:.3f} ACI={complexity:.3f} act={activity:.3f}")
ranked = sorted(table, key=lambda name: -table[name][2])
print("most active:", ranked[0])
