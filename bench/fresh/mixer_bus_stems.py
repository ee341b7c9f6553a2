# planted: TFR103 every bus of the session unpacks its own number of stems into the traced mixdown(*stems)
# style: audio, session built from a nested dict, star arguments, report by bus
"""Mix the stems of a small radio play scene by scene and check the loudness of the buses."""
import numpy as np
import tensorflow as tf

RATE, SECONDS = 1000, 0.4
N = int(RATE * SECONDS)

SCENES = {
    "harbour": {"music": ["cello"], "effects": ["gulls", "waves", "winch"], "voices": ["mate", "captain"]},
    "storm": {"music": ["cello", "drum"], "effects": ["wind", "waves", "rope", "thunder", "hull"], "voices": ["mate"]},
    "galley": {"music": [], "effects": ["pots", "fire"], "voices": ["cook", "mate", "boy", "captain", "surgeon", "ghost"]},
    "mutiny": {"music": ["drum", "cello", "horn", "choir"],
               "effects": ["boots", "wind", "shot", "rope", "shout", "bell", "door"],
               "voices": ["mate", "captain", "cook", "boy", "first", "second", "third", "fourth"]},
}


def stem(name, level=1.0):
    rng = np.random.default_rng(sum(map(ord, name)))
    t = np.arange(N) / RATE
    tone = np.sin(2 * np.pi * rng.uniform(30, 300) * t + rng.uniform(0, 6))
    swell = 0.5 + 0.5 * np.sin(2 * np.pi * rng.uniform(1, 4) * t)
    return tf.constant(level * (0.6 * tone * swell + 0.05 * rng.normal(size=N)), tf.float32)


def soft_clip(signal, drive):
    return tf.tanh(drive * signal) / tf.tanh(drive)


@tf.function
def mixdown(drive, *stems):
    """Sum the stems at equal loudness and tame the peaks."""
    total = tf.zeros([N])
    for signal in stems:
        rms = tf.sqrt(tf.reduce_mean(signal**2) + 1e-8)
        total += signal * (0.1 / rms)
    mixed = soft_clip(total, drive)
    return mixed, tf.reduce_max(tf.abs(mixed)), tf.sqrt(tf.reduce_mean(mixed**2))


class Desk:
    def __init__(self, drive=1.6):
        self.drive = tf.constant(drive)
        self.meters = {}

    def bus(self, scene, name, sources):
        signal, peak, rms = mixdown(self.drive, *[stem(s) for s in sources])
        self.meters[scene, name] = (float(peak), float(rms))
        return signal

    def scene(self, title, buses):
        rendered = [self.bus(title, name, sources) for name, sources in buses.items() if sources]
        return self.bus_of_buses(title, rendered)

    def bus_of_buses(self, title, rendered):
        signal, peak, rms = mixdown(self.drive, *rendered)
        self.meters[title, "main"] = (float(peak), float(rms))
        return signal


def main():
    desk = Desk()
    reel = [desk.scene(title, buses) for title, buses in SCENES.items()]
    loudest = max(desk.meters, key=lambda k: desk.meters[k][1])
    print("buses:", len(desk.meters))
    print("loudest:", *loudest, round(desk.meters[loudest][1], 3))
    for title in SCENES:
        print(title, *[round(v, 3) for v in desk.meters[title, "main"]])
    print("reel power:", round(float(tf.reduce_mean(tf.concat(reel, 0) ** 2)), 4))


if __name__ == "__main__":
    main()
