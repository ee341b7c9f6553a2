# planted: TFR105 a functools.partial of the spectral distance is made for every step of the traced patch update
# style: audio synthesis, dataclasses, loss factory, optimisation with restarts
"""Match the patch of a two-operator FM synthesiser to a target timbre."""
import functools
from dataclasses import dataclass

import numpy as np
import tensorflow as tf

RATE, LENGTH = 2000, 512
TIME = tf.constant(np.arange(LENGTH) / RATE, tf.float32)


@dataclass
class Patch:
    ratio: tf.Variable
    index: tf.Variable
    decay: tf.Variable
    level: tf.Variable

    @classmethod
    def start(cls, rng):
        return cls(tf.Variable(rng.uniform(0.9, 1.1), dtype=tf.float32),
                   tf.Variable(rng.uniform(0.5, 3.0), dtype=tf.float32),
                   tf.Variable(rng.uniform(2.0, 6.0), dtype=tf.float32),
                   tf.Variable(0.5))

    def variables(self):
        return [self.ratio, self.index, self.decay, self.level]


def render(ratio, index, decay, level, pitch):
    envelope = tf.exp(-tf.nn.relu(decay) * TIME)
    modulator = index * envelope * tf.sin(2 * np.pi * ratio * pitch * TIME)
    return level * envelope * tf.sin(2 * np.pi * pitch * TIME + modulator)


def spectrum(wave, frame):
    return tf.abs(tf.signal.stft(wave, frame, frame // 2, fft_length=frame))


def spectral_distance(a, b, frames, floor):
    total = 0.0
    for frame in frames:
        sa, sb = spectrum(a, frame), spectrum(b, frame)
        total += tf.reduce_mean(tf.abs(sa - sb)) / frame
        total += 0.02 * tf.reduce_mean(tf.abs(tf.math.log(sa + floor) - tf.math.log(sb + floor)))
    return total


@tf.function
def update(target, pitch, rates, variables, distance):
    with tf.GradientTape() as tape:
        loss = distance(target, render(*variables, pitch))
    grads = tape.gradient(loss, variables)
    for k, (v, g) in enumerate(zip(variables, grads)):
        v.assign_sub(rates[k] * tf.clip_by_value(g, -1.0, 1.0))
    return loss


class Matcher:
    def __init__(self, target, pitch, frames=(64, 256), floor=0.05):
        self.target, self.pitch = target, tf.constant(pitch)
        self.frames, self.floor = frames, floor
        self.rates = tf.constant([0.002, 0.5, 0.8, 0.3])

    def distance(self):
        return functools.partial(spectral_distance, frames=self.frames, floor=self.floor)

    def fit(self, patch, steps):
        losses = []
        for _ in range(steps):
            loss = update(self.target, self.pitch, self.rates, patch.variables(), self.distance())
            losses.append(float(loss))
        return losses

    def fit_restarts(self, restarts, steps, seed):
        rng = np.random.default_rng(seed)
        runs = []
        for _ in range(restarts):
            patch = Patch.start(rng)
            runs.append((self.fit(patch, steps), patch))
        return runs


def main():
    target = render(1.0, 2.0, 4.0, 0.8, 220.0)
    matcher = Matcher(target, 220.0)
    runs = matcher.fit_restarts(2, 7, 9)
    for losses, patch in runs:
        print(f"loss {losses[0]:.3f} -> {losses[-1]:.3f}, level {float(patch.level):.2f}")
    best = min(runs, key=lambda r: r[0][-1])[1]
    print("decay", round(float(best.decay), 1), "index", round(float(best.index), 1))


if __name__ == "__main__":
    main()
