# planted: TFR107 TFR201 takes come as int16 from files, float64 from the synthesiser and float32 from the microphone, and none is as long as the next
# style: musician who programs, short functions and a main loop
import numpy as np
import tensorflow as tf

RATE = 8000
LOWEST, HIGHEST = 80.0, 500.0


def from_file(freq, seconds):
    t = np.arange(int(RATE * seconds)) / RATE
    wave = 0.6 * np.sin(2 * np.pi * freq * t) + 0.3 * np.sin(4 * np.pi * freq * t)
    return (wave * 32767).astype(np.int16)


def from_synth(freq, seconds):
    t = np.arange(int(RATE * seconds)) / RATE
    return 2.0 * ((freq * t) % 1.0) - 1.0


def from_microphone(freq, seconds):
    rng = np.random.default_rng(int(freq))
    t = np.arange(int(RATE * seconds)) / RATE
    return (np.sin(2 * np.pi * freq * t) + 0.1 * rng.normal(size=len(t))).astype(np.float32)


@tf.function
def pitch(samples):
    """Frequency of the highest peak of the autocorrelation, in Hz, and how clear it is."""
    x = tf.cast(samples, tf.float32)
    x -= tf.reduce_mean(x)
    x /= tf.reduce_max(tf.abs(x)) + 1e-9
    size = 2 * tf.shape(x)[0]
    power = tf.abs(tf.signal.rfft(x, [size])) ** 2
    correlation = tf.signal.irfft(tf.cast(power, tf.complex64), [size])
    first = int(RATE / HIGHEST)
    last = int(RATE / LOWEST)
    window = correlation[first:last] / correlation[0]
    lag = tf.argmax(window, output_type=tf.int32)
    # parabola through the peak and its neighbours
    a, b, c = window[lag - 1], window[lag], window[lag + 1]
    shift = 0.5 * (a - c) / (a - 2.0 * b + c)
    return RATE / (tf.cast(lag + first, tf.float32) + shift), b


NOTES = ["A", "A#", "B", "C", "C#", "D", "D#", "E", "F", "F#", "G", "G#"]


def note_name(freq):
    half_tones = 12 * np.log2(freq / 110.0)
    nearest = int(round(half_tones))
    return NOTES[nearest % 12], 100 * (half_tones - nearest)


def main():
    sources = [from_file, from_synth, from_microphone]
    melody = [110.0, 123.5, 131.0, 147.5, 164.0, 175.5, 197.0, 220.5, 247.5, 262.0, 295.0, 330.5]
    clarity = []
    for i, freq in enumerate(melody):
        take = sources[i % 3](freq, 0.20 + 0.017 * (i % 5))
        heard, clear = pitch(take)
        name, cents = note_name(float(heard))
        clarity.append(float(clear))
        print(f"take {i:2d}: {float(heard):.2f} Hz, {name}, {cents:.1f} cents off")
    print(f"clarity {np.mean(clarity):.4f}, worst {np.min(clarity):.4f}")


main()
