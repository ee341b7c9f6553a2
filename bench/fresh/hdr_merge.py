# planted: TFR103 a bracket is a list of as many exposures as the photographer took, handed over as a list of tensors
# style: photography tool, dataclass for shots, merge in linear light, functions called per scene
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import tensorflow as tf


@dataclass
class Shot:
    pixels: np.ndarray
    seconds: float


def scene(seed, shots):
    """a synthetic radiance map, photographed with `shots` exposures one stop apart"""
    rng = np.random.default_rng(seed)
    radiance = np.exp(rng.normal(0, 1.2, (20, 30)))
    bracket = []
    for i in range(shots):
        seconds = 0.02 * 2.0 ** i
        exposed = np.clip(radiance * seconds * 4 + rng.normal(0, 0.004, radiance.shape), 0, 1)
        bracket.append(Shot((exposed ** (1 / 2.2)).astype("float32"), seconds))
    return radiance, bracket


def linearise(image):
    return tf.pow(tf.maximum(image, 0.0), 2.2)


@tf.function
def merge(images, seconds):
    linear = linearise(tf.stack(images))
    # hat weights: trust the middle of the range
    weight = 1.0 - tf.pow(2.0 * linear - 1.0, 4) + 1e-4
    radiance = linear / (4.0 * seconds[:, None, None])
    return tf.reduce_sum(weight * radiance, axis=0) / tf.reduce_sum(weight, axis=0)


@tf.function
def tone_map(radiance, key):
    log_mean = tf.exp(tf.reduce_mean(tf.math.log(radiance + 1e-4)))
    scaled = key * radiance / log_mean
    return scaled / (1.0 + scaled)


def develop(bracket, key=tf.constant(0.18)):
    images = [tf.constant(s.pixels) for s in bracket]
    seconds = tf.constant([s.seconds for s in bracket], tf.float32)
    radiance = merge(images, seconds)
    return radiance.numpy(), tone_map(radiance, key).numpy()


def main():
    print("scene shots  error(log)  mean tone")
    for number, shots in enumerate([3, 5, 4, 7, 2, 6, 9, 5, 8]):
        truth, bracket = scene(number, shots)
        radiance, picture = develop(bracket)
        error = np.mean(np.abs(np.log(radiance + 1e-3) - np.log(truth + 1e-3)))
        print(f"{number:5d} {shots:5d}  {error:10.3f}  {picture.mean():9.3f}")


if __name__ == "__main__":
    main()
