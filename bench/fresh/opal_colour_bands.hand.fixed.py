"""Play of colour in opal: Bragg reflection from stacked silica spheres while the stone is turned on a stage."""
from functools import partial
from itertools import product
from statistics import mean

import numpy as np
import tensorflow as tf

WAVELENGTHS = tf.linspace(380.0, 720.0, 69)
SILICA, WATER = 1.45, 1.33
CIE = {"blue": (440.0, 40.0), "green": (545.0, 45.0), "red": (610.0, 50.0)}


@tf.function
def spectrum(wavelengths, radius, tilt, layers, fill=0.74):
    index = tf.sqrt(fill * SILICA ** 2 + (1.0 - fill) * WATER ** 2)
    spacing = radius * 2.0 * np.sqrt(2.0 / 3.0)
    sine = tf.sin(tilt * np.pi / 180.0)
    centre = 2.0 * spacing * tf.sqrt(index ** 2 - sine ** 2)
    bandwidth = centre / tf.sqrt(layers) / 4.0
    peak = tf.exp(-tf.square((wavelengths - centre) / bandwidth))
    return peak * tf.tanh(layers / 20.0)


def colour(reflectance):
    channels = {}
    for name, (middle, width) in CIE.items():
        response = tf.exp(-0.5 * tf.square((WAVELENGTHS - middle) / width))
        channels[name] = float(tf.reduce_sum(response * reflectance))
    return channels


def look(measure, radius, tilt):
    channels = colour(measure(radius=tf.constant(radius), tilt=tf.constant(tilt)))
    brightest = max(channels, key=channels.get)
    return brightest if channels[brightest] > 0.5 else "dark"


def turn_stone(radius, layers, tilts):
    measure = partial(spectrum, WAVELENGTHS, layers=layers)
    return [look(measure, radius, tilt) for tilt in tilts]


def main():
    tilts = [4.0 * k for k in range(12)]
    thin, thick = tf.constant(12.0), tf.constant(40.0)
    seen = {}
    for radius, layers in product((108.0, 125.0, 134.0), (thin, thick)):
        seen[radius, float(layers)] = turn_stone(radius, layers, tilts)
    for (radius, layers), bands in seen.items():
        changes = sum(a != b for a, b in zip(bands, bands[1:]))
        print(f"spheres {radius:.0f} nm, {layers:2.0f} layers: {bands[0]} -> {bands[-1]}, {changes} changes")
    print("mean changes", round(mean(len(set(b)) - 1 for b in seen.values()), 2))


if __name__ == "__main__":
    main()
