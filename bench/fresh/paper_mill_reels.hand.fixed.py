"""Cross-direction basis weight of paper reels: fit the slice-lip profile to whatever the scanner could read."""
import numpy as np
import tensorflow as tf

from paper_mill_reels_profile import ProfileModel


def scan_reel(rng, k, positions=60):
    across = np.linspace(-1, 1, positions)
    weight = 80 + 1.5 * np.sin(2.5 * across + 0.1 * k) - 0.8 * across ** 2 + 0.2 * rng.normal(size=positions)
    quality = rng.uniform(size=positions)
    weight[quality < 0.12] = 0.0
    return tf.constant(across, tf.float32), tf.constant(weight, tf.float32), tf.constant(quality, tf.float32)


def readable(across, weight, quality, limit):
    mask = (quality > limit) & (weight > 40.0)
    return tf.boolean_mask(across, mask), tf.boolean_mask(weight, mask)


def run(reels, limit=0.15, seed=105):
    rng = np.random.default_rng(seed)
    model = ProfileModel(zones=6)
    spread, used = [], []
    for k in range(reels):
        across, weight = readable(*scan_reel(rng, k), limit)
        model.update(across, weight)
        spread.append(float(model.two_sigma(across, weight)))
        used.append(int(tf.size(weight)))
    return model, np.array(spread), np.array(used)


if __name__ == "__main__":
    model, spread, used = run(reels=16)
    print("readings per reel", used.min(), "to", used.max())
    print("2-sigma first", round(float(spread[0]), 2), "last", round(float(spread[-1]), 2))
    print("lip zones", np.round(model.zones.numpy() - 80, 2))
