# planted: TFR208 a concrete function is asked for at every window length of the layer counter
# style: palaeoclimate CLI with argparse, dictionaries of kernels
"""Count annual layers in an ice core: the wavelength of the dust signal shortens with depth."""
import argparse

import numpy as np
import tensorflow as tf


def parse(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--metres", type=int, default=12)
    parser.add_argument("--samples-per-metre", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1966)
    return parser.parse_args(argv)


def dust_record(metres, per_metre, rng):
    depth = np.arange(metres * per_metre) / per_metre
    thickness = 0.40 * np.exp(-depth / 15.0)
    phase = np.cumsum(1.0 / thickness) / per_metre
    dust = 1.0 + np.cos(2 * np.pi * phase) + 0.25 * rng.normal(size=depth.size)
    return depth, dust.astype("float32"), phase[-1]


@tf.function
def contrast(section, wavelength):
    position = tf.cast(tf.range(tf.size(section)), tf.float32)
    angle = 2.0 * np.pi * position / wavelength
    flat = section - tf.reduce_mean(section)
    amplitude = tf.square(tf.reduce_sum(flat * tf.cos(angle))) + tf.square(tf.reduce_sum(flat * tf.sin(angle)))
    return amplitude / tf.cast(tf.size(section), tf.float32)


def analyser(length):
    return contrast.get_concrete_function(tf.TensorSpec([length], tf.float32), tf.TensorSpec([], tf.float32))


def layer_at(dust, start, guess):
    scores = {}
    for wavelength in np.linspace(0.8, 1.25, 10) * guess:
        length = int(round(4 * wavelength))
        section = dust[start:start + length]
        if len(section) < length:
            break
        measure = analyser(length)
        scores[wavelength] = float(measure(tf.constant(section), tf.constant(wavelength, tf.float32)))
    return max(scores, key=scores.get) if scores else None


def count_layers(dust, guess):
    layers, start, trail = 0, 0, []
    while True:
        found = layer_at(dust, start, guess)
        if found is None:
            return layers, trail
        guess = 0.5 * guess + 0.5 * found
        trail.append(guess)
        start += int(round(2 * guess))
        layers += 2


def main(argv=None):
    options = parse(argv)
    depth, dust, truth = dust_record(options.metres, options.samples_per_metre, np.random.default_rng(options.seed))
    layers, trail = count_layers(dust, guess=0.4 * options.samples_per_metre)
    print(f"core {depth[-1]:.2f} m, {dust.size} samples")
    print(f"layers counted {layers}, true {truth:.0f}")
    print(f"thickness top {trail[0] / options.samples_per_metre:.3f} m, bottom {trail[-1] / options.samples_per_metre:.3f} m")


if __name__ == "__main__":
    main([])
