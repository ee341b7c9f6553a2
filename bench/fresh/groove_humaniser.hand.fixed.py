# planted: TFR101 TFR404 the swing amount grows bar by bar as a Python float, the jitter is drawn by NumPy in the traced body
# style: class with settings dict, bar by bar loop
"""Humanise a programmed drum groove: swing that settles in, jitter and accents."""
import numpy as np
import tensorflow as tf

STEPS = 16
PATTERN = {
    "kick": "x...x...x..xx...",
    "snare": "....x.......x..x",
    "hat": "x.x.x.x.x.x.x.xx",
}


class Humaniser:
    def __init__(self, settings):
        self.tempo = settings["tempo"]
        self.target_swing = settings["swing"]
        self.jitter_ms = settings["jitter_ms"]
        self.swing = 0.0
        self.drag = 0.0

    @tf.function
    def bar(self, hits, accents, swing, drag, jitter):
        step = 60.0 / self.tempo / 4.0
        grid = tf.range(float(STEPS)) * step
        offbeat = tf.cast(tf.range(STEPS) % 2, tf.float32)
        late = swing * step * offbeat + drag
        times = grid + late + jitter
        velocity = tf.clip_by_value(70.0 + 35.0 * accents - 1500.0 * tf.abs(jitter), 1.0, 127.0)
        return tf.where(hits > 0.0, times, -1.0), velocity * hits

    def next_bar(self, hits, accents):
        jitter = np.random.normal(0.0, self.jitter_ms / 1000.0, size=(len(PATTERN), STEPS)).astype("float32")
        times, velocity = self.bar(hits, accents, tf.constant(self.swing), tf.constant(self.drag), jitter)
        self.swing += 0.2 * (self.target_swing - self.swing)
        self.drag = 0.5 * self.drag + 0.001
        return times.numpy(), velocity.numpy()


def grid_of(pattern):
    rows = [[1.0 if c == "x" else 0.0 for c in line] for line in pattern.values()]
    return tf.constant(rows)


def accents_for(bar):
    row = [1.0 if (step + bar) % 4 == 0 else 0.2 for step in range(STEPS)]
    return tf.constant(row)


def main():
    np.random.seed(120)
    hits = grid_of(PATTERN)
    humaniser = Humaniser({"tempo": 96.0, "swing": 0.33, "jitter_ms": 6.0})
    late_offbeats, loudness = [], []
    for bar in range(20):
        times, velocity = humaniser.next_bar(hits, accents_for(bar))
        step = 60.0 / 96.0 / 4.0
        played = times >= -0.5
        deviation = times - np.arange(STEPS) * step
        odd = (np.arange(STEPS) % 2 == 1)[None, :] & played
        late_offbeats.append(deviation[odd].mean() * 1000.0)
        loudness.append(velocity[played].mean())
    print("late offbeats (ms):", " ".join(f"{v:.2f}" for v in late_offbeats[::4]))
    print(f"mean velocity {np.mean(loudness):.2f}, spread {np.std(loudness):.2f}")
    print(f"swing at the end {humaniser.swing:.3f}")


if __name__ == "__main__":
    main()
