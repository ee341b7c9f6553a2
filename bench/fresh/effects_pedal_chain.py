# planted: TFR105 Pedalboard wraps every registered effect in a fresh functools.partial per audio block and hands it to the traced process()
# style: registry of effects by decorator, presets as data, audio blocks
"""Run a guitar signal through a pedal board block by block while the knobs are being turned."""
import functools

import numpy as np
import tensorflow as tf

EFFECTS = {}
BLOCK = 256


def effect(name):
    def register(function):
        EFFECTS[name] = function
        return function
    return register


@effect("drive")
def drive(block, gain, mix):
    return mix * tf.tanh(gain * block) + (1.0 - mix) * block


@effect("gate")
def gate(block, floor):
    return block * tf.sigmoid(40.0 * (tf.abs(block) - floor))


@effect("tremolo")
def tremolo(block, depth, cycles):
    phase = tf.linspace(0.0, 6.2831853, BLOCK) * cycles
    return block * (1.0 - depth * 0.5 * (1.0 + tf.sin(phase)))


@tf.function
def process(block, stage):
    wet = stage(block)
    level = tf.sqrt(tf.reduce_mean(tf.square(wet)))
    return wet, level


class Pedalboard:
    def __init__(self, preset):
        self.preset = {name: dict(knobs) for name, knobs in preset.items()}
        self.meters = {name: [] for name in preset}

    def turn(self, name, knob, by):
        self.preset[name][knob] += by

    def __call__(self, block):
        for name, knobs in self.preset.items():
            stage = functools.partial(EFFECTS[name], **knobs)
            block, level = process(block, stage)
            self.meters[name].append(float(level))
        return block


def riff(blocks, seed=6):
    rng = np.random.default_rng(seed)
    t = np.arange(blocks * BLOCK) / 11025
    wave = sum(np.sin(2 * np.pi * f * t) / (k + 1) for k, f in enumerate((110, 164.8, 220)))
    wave = 0.4 * wave * (0.6 + 0.4 * np.sign(np.sin(2 * np.pi * 3 * t))) + 0.02 * rng.normal(size=t.size)
    return wave.astype("float32").reshape(blocks, BLOCK)


def main():
    board = Pedalboard({"gate": {"floor": 0.05}, "drive": {"gain": 2.0, "mix": 0.6},
                        "tremolo": {"depth": 0.3, "cycles": 2.0}})
    out = []
    for block in riff(14):
        out.append(board(tf.constant(block)))
        board.turn("drive", "gain", 0.25)
        board.turn("tremolo", "depth", 0.02)
    played = tf.concat(out, axis=0).numpy()
    for name, levels in board.meters.items():
        print(f"{name:8s} {np.mean(levels):.3f}")
    print("peak:", round(float(np.abs(played).max()), 3))
    print("crest factor:", round(float(np.abs(played).max() / np.sqrt(np.mean(played ** 2))), 2))


if __name__ == "__main__":
    main()
