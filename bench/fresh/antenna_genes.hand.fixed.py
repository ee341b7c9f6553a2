# planted: TFR101 generation number and shrinking mutation strength reach the compiled breeding step through **options
# style: genetic optimisation of an antenna array, options built as keyword dict, population as a tensor
import argparse

import numpy as np
import tensorflow as tf

ELEMENTS = 8
ANGLES = tf.constant(np.linspace(-np.pi / 2, np.pi / 2, 181), tf.float32)
MAIN = tf.abs(ANGLES - 0.35) < 0.22


def pattern(genes):
    """genes: phases and amplitudes of the elements, half a wavelength apart"""
    phases, amplitudes = genes[:, :ELEMENTS], tf.sigmoid(genes[:, ELEMENTS:])
    n = tf.range(ELEMENTS, dtype=tf.float32)
    arg = np.pi * n[None, None] * tf.sin(ANGLES)[None, :, None] + phases[:, None]
    re = tf.reduce_sum(amplitudes[:, None] * tf.cos(arg), -1)
    im = tf.reduce_sum(amplitudes[:, None] * tf.sin(arg), -1)
    return tf.sqrt(re ** 2 + im ** 2) / tf.reduce_sum(amplitudes, -1, keepdims=True)


def fitness(genes):
    f = pattern(genes)
    towards = tf.reduce_max(tf.where(MAIN, f, 0.0), -1)
    sidelobe = tf.reduce_max(tf.where(MAIN, 0.0, f), -1)
    return towards - 1.5 * sidelobe


@tf.function
def breed(population, elite, generation, strength):
    score = fitness(population)
    order = tf.argsort(score, direction="DESCENDING", stable=True)
    ranked = tf.gather(population, order)
    size = tf.shape(population)[0]
    seed = tf.stack([tf.cast(generation, tf.int32), 7])
    pick = tf.random.stateless_uniform([size, 2], seed, maxval=size // 2, dtype=tf.int32)
    mother, father = tf.gather(ranked, pick[:, 0]), tf.gather(ranked, pick[:, 1])
    coin = tf.random.stateless_uniform(tf.shape(population), seed + 1) < 0.5
    child = tf.where(coin, mother, father)
    child += strength * tf.random.stateless_normal(tf.shape(child), seed + 2)
    return tf.concat([ranked[:elite], child[elite:]], 0), score[order[0]]


def evolve(args):
    population = tf.random.stateless_normal([args.population, 2 * ELEMENTS], [args.seed, 0])
    best = []
    for generation in range(args.generations):
        options = {
            "generation": tf.constant(generation),
            "strength": tf.constant(args.strength * 0.95 ** generation, tf.float32),
        }
        population, top = breed(population, 4, **options)
        best.append(float(top))
    return population, best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--population", type=int, default=40)
    parser.add_argument("--generations", type=int, default=30)
    parser.add_argument("--strength", type=float, default=0.3)
    parser.add_argument("--seed", type=int, default=5)
    population, best = evolve(parser.parse_args())
    for g in (0, 9, 19, 29):
        print(f"generation {g:2d}: best {best[g]:.3f}")
    f = pattern(population[:1])[0].numpy()
    print("points to %.1f degrees" % np.rad2deg(ANGLES.numpy()[f.argmax()]))


if __name__ == "__main__":
    main()
