"""Scent detection: Rescorla-Wagner with hashed cues learns which compound odours pay, dog by dog."""
from itertools import product

import numpy as np
import tensorflow as tf

BUCKETS = 256
SPECIES = ["melanosporum", "aestivum", "borchii", "decoy"]
GROUND = ["oak", "hazel", "pine", "bare", "litter"]


def pays(species, ground):
    match species, ground:
        case "decoy", _:
            return 0.0
        case "borchii", "pine":
            return 1.0
        case "borchii", _:
            return 0.2
        case _, "pine" | "bare":
            return 0.4
        case _:
            return 0.9


@tf.function
def trial(weights, odour, reward, rate):
    parts = tf.strings.split(tf.strings.join(["context", odour], separator="/"), "/")
    cues = tf.strings.to_hash_bucket_fast(parts, BUCKETS)
    expected = tf.reduce_sum(tf.gather(weights, cues))
    error = reward - expected
    change = tf.scatter_nd(cues[:, None], tf.fill(tf.shape(cues), rate * error), [BUCKETS])
    return weights + change, tf.abs(error)


class Dog:
    def __init__(self, name, rate):
        self.name, self.rate = name, tf.constant(rate)
        self.weights = tf.zeros([BUCKETS])
        self.surprise = []

    def sniff(self, odour, reward):
        self.weights, error = trial(self.weights, tf.constant(odour), tf.constant(reward), self.rate)
        self.surprise.append(float(error))


def session(rng, blocks):
    menu = list(product(SPECIES, GROUND))
    for _ in range(blocks):
        for k in rng.permutation(len(menu)):
            species, ground = menu[k]
            yield f"{species}/{ground}", pays(species, ground)


def main():
    for name, rate in (("Brio", 0.05), ("Tosca", 0.2)):
        dog = Dog(name, rate)
        for odour, reward in session(np.random.default_rng(3), blocks=5):
            dog.sniff(odour, reward)
        early, late = np.mean(dog.surprise[:20]), np.mean(dog.surprise[-20:])
        print(f"{name:6s} surprise {early:.2f} -> {late:.2f}, strongest association {float(tf.reduce_max(dog.weights)):.2f}")
    print("odours", len(SPECIES) * len(GROUND), "trials", len(dog.surprise))


main()
