# planted: TFR101 TFR301 the number of partials comes from a settings dict and is the bound of a Python range
# style: settings dicts and functions, musical acoustics
"""How many partials does a plucked string need before nobody hears the difference?"""
import numpy as np
import tensorflow as tf

RATE = 8000
SECONDS = 0.25
STRINGS = {
    "nylon": {"pitch": 196.0, "stiffness": 2e-5, "damping": 2.2, "pluck": 0.19},
    "steel": {"pitch": 329.6, "stiffness": 1.1e-4, "damping": 1.1, "pluck": 0.12},
}
LISTENING_TEST = [{"partials": n, "brightness": 0.3 + 0.02 * n} for n in range(1, 13)]

time_axis = tf.range(0.0, SECONDS, 1.0 / RATE)


@tf.function
def pluck(tone, partials, brightness):
    """Sum of the decaying modes of a stiff string, normalised to its loudest sample."""
    wave = tf.zeros_like(time_axis)
    for n in tf.range(1, partials + 1):
        k = tf.cast(n, tf.float32)
        frequency = tone["pitch"] * k * tf.sqrt(1.0 + tone["stiffness"] * k * k)
        amplitude = tf.sin(np.pi * k * tone["pluck"]) / (k * k) ** (1.0 - 0.5 * brightness)
        decay = tf.exp(-tone["damping"] * tf.sqrt(k) * time_axis)
        wave = wave + amplitude * decay * tf.sin(2.0 * np.pi * frequency * time_axis)
    return wave / tf.reduce_max(tf.abs(wave))


def loudness_distance(a, b):
    def spectrum(x):
        frames = tf.signal.stft(x, 256, 128)
        return tf.math.log(tf.abs(frames) + 1e-3)
    return float(tf.reduce_mean(tf.abs(spectrum(a) - spectrum(b))))


def run_test(name):
    tone = {key: tf.constant(value) for key, value in STRINGS[name].items()}
    sounds = [pluck(tone, tf.constant(trial["partials"]), tf.constant(trial["brightness"])) for trial in LISTENING_TEST]
    return [loudness_distance(a, b) for a, b in zip(sounds, sounds[1:])], sounds


def main():
    for name in STRINGS:
        steps, sounds = run_test(name)
        print(f"{name}: change per step", [round(s, 3) for s in steps[:4]])
        enough = next((LISTENING_TEST[i]["partials"] for i, s in enumerate(steps) if s < 0.25), None)
        energy = float(tf.reduce_mean(sounds[-1] ** 2))
        print(f"   enough partials: {enough}, energy of the richest {energy:.4f}")


if __name__ == "__main__":
    main()
