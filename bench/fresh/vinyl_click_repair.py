# planted: TFR101 the start and stop of every click are Python ints, so each click traces bridge() again
# style: hobby audio script, NamedTuple, generator of regions
"""Find clicks in a (synthetic) vinyl transfer and bridge them with a cross-fade."""
from typing import Iterator, NamedTuple

import numpy as np
import tensorflow as tf

RATE = 8000
CONTEXT = 12


class Click(NamedTuple):
    start: int
    stop: int
    peak: float

    @property
    def width(self):
        return self.stop - self.start


def transfer(seconds=0.5, clicks=24, seed=3):
    rng = np.random.default_rng(seed)
    t = np.arange(int(RATE * seconds)) / RATE
    music = 0.5 * np.sin(2 * np.pi * 220 * t) + 0.2 * np.sin(2 * np.pi * 331 * t)
    dirty = music.copy()
    for where in rng.choice(np.arange(60, len(t) - 60, 40), clicks, replace=False):
        width = int(rng.integers(2, 9))
        dirty[where:where + width] += rng.choice([-1, 1]) * rng.uniform(2.5, 4.0)
    return music.astype(np.float32), dirty.astype(np.float32)


def find_clicks(signal, threshold=1.5) -> Iterator[Click]:
    hot = np.flatnonzero(np.abs(signal) > threshold)
    groups = np.split(hot, np.flatnonzero(np.diff(hot) > 3) + 1)
    for group in groups:
        yield Click(int(group[0]), int(group[-1]) + 1, float(np.abs(signal[group]).max()))


@tf.function
def bridge(signal, start, stop):
    fade = tf.linspace(0.0, 1.0, stop - start)
    before = signal[start - CONTEXT:start]
    after = signal[stop:stop + CONTEXT]
    slope_in = before[-1] - before[-2]
    slope_out = after[1] - after[0]
    steps = tf.range(1.0, tf.cast(stop - start, tf.float32) + 1.0)
    forward = before[-1] + slope_in * steps
    backward = after[0] - slope_out * tf.reverse(steps, [0])
    patch = (1.0 - fade) * forward + fade * backward
    return tf.concat([signal[:start], patch, signal[stop:]], axis=0)


def repair(samples):
    signal = tf.constant(samples)
    widths = []
    for click in find_clicks(samples):
        signal = bridge(signal, click.start, click.stop)
        widths.append(click.width)
    return signal, widths


def rms(values):
    return float(np.sqrt(np.mean(np.square(values))))


clean, dirty = transfer()
fixed, widths = repair(dirty)
print("clicks repaired:", len(widths), "mean width", round(float(np.mean(widths)), 2))
print("error before:", round(rms(dirty - clean), 3))
print("error after:", round(rms(fixed.numpy() - clean), 3))
print("loudest sample:", round(float(tf.reduce_max(tf.abs(fixed))), 3))
