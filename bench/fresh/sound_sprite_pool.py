# planted: TFR208 the pool keeps one concrete function per clip length, and nearly every clip has its own length
# style: game audio asset loader with an in-memory cache
"""Prepare the sound effects of a small game: normalise, fade, and mix into one sprite sheet."""
import numpy as np
import tensorflow as tf

RATE = 4000


@tf.function
def prepare(clip):
    n = tf.shape(clip)[0]
    position = tf.cast(tf.range(n), tf.float32)
    left = tf.cast(n, tf.float32) - position
    envelope = tf.minimum(1.0, tf.minimum(position, left) / 40.0)
    centred = clip - tf.reduce_mean(clip)
    loudness = tf.sqrt(tf.reduce_mean(tf.square(centred)))
    return envelope * centred * (0.2 / loudness), loudness


class SpritePool:
    def __init__(self):
        self._by_length = {}
        self._offsets = {}
        self._parts = []
        self._end = 0
        self.loudness = {}

    def _prepared(self, clip):
        length = len(clip)
        if length not in self._by_length:
            self._by_length[length] = prepare.get_concrete_function(tf.TensorSpec([length], tf.float32))
        return self._by_length[length](tf.constant(clip))

    def add(self, name, clip, gap=50):
        samples, loudness = self._prepared(clip)
        self.loudness[name] = float(loudness)
        self._offsets[name] = (self._end, self._end + len(clip))
        self._parts += [samples, tf.zeros([gap])]
        self._end += len(clip) + gap

    def sheet(self):
        return tf.concat(self._parts, axis=0)

    def play(self, name):
        start, stop = self._offsets[name]
        return self.sheet()[start:stop]


def laser(rng):
    t = np.arange(int(rng.integers(300, 700))) / RATE
    return np.sin(2 * np.pi * (900 * t - 600 * t * t)) * np.exp(-9 * t)


def thump(rng):
    t = np.arange(int(rng.integers(200, 900))) / RATE
    return np.sin(2 * np.pi * 70 * t) * np.exp(-rng.uniform(5, 12) * t)


def hiss(rng):
    size = int(rng.integers(400, 800))
    return rng.normal(0, 0.3, size) * np.linspace(1, 0, size)


def main():
    rng = np.random.default_rng(19)
    pool = SpritePool()
    for number in range(7):
        for maker in (laser, thump, hiss):
            pool.add(f"{maker.__name__}{number}", maker(rng).astype("float32"))
    sheet = pool.sheet()
    print("clips:", len(pool.loudness), "samples:", int(sheet.shape[0]))
    print("loudest source:", max(pool.loudness, key=pool.loudness.get))
    for name in ("laser0", "thump3", "hiss6"):
        sound = pool.play(name)
        print(name, int(sound.shape[0]), round(float(tf.reduce_max(tf.abs(sound))), 2))


main()
