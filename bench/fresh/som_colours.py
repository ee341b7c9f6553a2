# planted: TFR101 neighbourhood radius and rate shrink with every sample and are given as Python floats
# style: old-school procedural code with globals, upper-case names, % formatting, German comments
import math

import numpy
import tensorflow as tf

# Kantenlaenge der Karte
SIZE = 8
SAMPLES = 120
RADIUS0 = 4.0
RATE0 = 0.5

WEIGHTS = None
COORDS = None


def init_map(seed):
    global WEIGHTS, COORDS
    gen = numpy.random.RandomState(seed)
    WEIGHTS = tf.Variable(gen.rand(SIZE * SIZE, 3).astype("float32"))
    yy, xx = numpy.meshgrid(numpy.arange(SIZE), numpy.arange(SIZE), indexing="ij")
    COORDS = tf.constant(numpy.stack([yy.ravel(), xx.ravel()], 1), tf.float32)


def winner(sample):
    return tf.argmin(tf.reduce_sum((WEIGHTS - sample) ** 2, axis=1))


@tf.function
def adapt(sample, radius, rate):
    # Siegerneuron suchen, Nachbarn mitziehen
    best = winner(sample)
    dist2 = tf.reduce_sum((COORDS - tf.gather(COORDS, best)) ** 2, axis=1)
    h = tf.exp(-dist2 / (2.0 * radius * radius))
    WEIGHTS.assign_add(rate * h[:, None] * (sample - WEIGHTS))
    return best


def train(data):
    tau = SAMPLES / math.log(RADIUS0)
    hits = numpy.zeros(SIZE * SIZE, dtype=int)
    i = 0
    while i < SAMPLES:
        radius = RADIUS0 * math.exp(-i / tau)
        rate = RATE0 * math.exp(-2.0 * i / SAMPLES)
        best = adapt(data[i], radius, rate)
        hits[int(best)] += 1
        i += 1
    return hits


def quantisation_error(data):
    d = tf.norm(data[:, None, :] - WEIGHTS[None, :, :], axis=2)
    return float(tf.reduce_mean(tf.reduce_min(d, axis=1)))


init_map(1987)
COLOURS = numpy.random.RandomState(3).rand(SAMPLES, 3).astype("float32")
BEFORE = quantisation_error(COLOURS)
HITS = train(COLOURS)
print("Fehler vorher %.3f" % BEFORE)
print("Fehler nachher %.3f" % quantisation_error(COLOURS))
print("benutzte Neuronen %d" % numpy.count_nonzero(HITS))
