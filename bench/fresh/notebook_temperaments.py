# planted: TFR501 a traced function is made for every temperament inside the loop of a notebook cell
# style: teaching notebook exported as a script, cells with markdown comments
# %% [markdown]
# # Why do pianos beat?
# We compare tuning systems by the beating of their intervals.

# %%
import numpy as np
import tensorflow as tf

A4 = 440.0
NAMES = ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "G#", "A", "Bb", "B"]
PURE = {"third": (4, 5 / 4), "fourth": (5, 4 / 3), "fifth": (7, 3 / 2), "sixth": (9, 5 / 3)}


# %% [markdown]
# A temperament is a list of twelve cent values above C. We get most of them by stacking fifths
# that are narrowed by a fraction of a comma.

# %%
def from_fifths(narrowings):
    """Cents above C of a chain of fifths that starts at Eb."""
    pure_fifth = 1200.0 * np.log2(1.5)
    cents = np.zeros(12)
    position, value = 3, 0.0
    for narrowing in narrowings:
        cents[position] = value % 1200.0
        position = (position + 7) % 12
        value += pure_fifth - narrowing
    cents -= cents[0]
    return np.sort(cents % 1200.0)


PYTHAGOREAN_COMMA = 1200.0 * (12 * np.log2(1.5) - 7)
SYNTONIC_COMMA = 1200.0 * np.log2(81 / 80)

temperaments = {
    "equal": 100.0 * np.arange(12),
    "pythagorean": from_fifths([0.0] * 12),
    "werckmeister": from_fifths([0, 0, 0] + [PYTHAGOREAN_COMMA / 4] * 3 + [0, 0, PYTHAGOREAN_COMMA / 4, 0, 0, 0]),
    "valotti": from_fifths([0, 0] + [PYTHAGOREAN_COMMA / 6] * 6 + [0] * 4),
}
for parts in range(4, 12):
    temperaments[f"1/{parts} comma"] = from_fifths([SYNTONIC_COMMA / parts] * 12)


# %% [markdown]
# ## Beat rates
# The upper note is mistuned against the pure ratio; the beating is the distance of the first
# common partials. We average over the keys and look at the gradient: which notes should move?

# %%
keys = tf.range(12)
summary = {}
for name, cents in temperaments.items():

    @tf.function
    def beating(offsets):
        table = tf.cast(offsets, tf.float32)
        frequency = A4 * 2.0 ** ((table - table[9]) / 1200.0)
        total = tf.zeros([12])
        for semitones, ratio in PURE.values():
            upper = (keys + semitones) % 12
            octave = tf.where(keys + semitones >= 12, 2.0, 1.0)
            partner = tf.gather(frequency, upper) * octave
            total += tf.abs(partner - ratio * frequency)
        return tf.reduce_mean(total), total

    with tf.GradientTape() as tape:
        offsets = tf.constant(cents)
        tape.watch(offsets)
        mean, per_key = beating(offsets)
    push = tape.gradient(mean, offsets)
    summary[name] = (float(mean), per_key.numpy(), push.numpy())

# %% [markdown]
# ## Which system is the calmest, and in which key?

# %%
for name, (mean, per_key, push) in sorted(summary.items(), key=lambda item: item[1][0]):
    calm, wild = NAMES[int(per_key.argmin())], NAMES[int(per_key.argmax())]
    print(f"{name:13s} mean beating {mean:6.3f} Hz  calmest {calm:2s} wildest {wild:2s}")
