# planted: TFR502 the decorator @accelerated compiles the wrapped function each time it is called
# style: lab utilities, decorators and a registry, functools.wraps, somebody proud of their infrastructure
import functools

import numpy as np
import tensorflow as tf

METRICS = {}
CALLS = {}


def register(name):
    def decorate(fn):
        METRICS[name] = fn
        CALLS[name] = 0
        return fn

    return decorate


def accelerated(fn):
    """Runs the function as a graph and takes care of the conversion of its arguments."""

    compiled = tf.function(fn)

    @functools.wraps(fn)
    def wrapper(*arrays):
        tensors = [tf.convert_to_tensor(a, tf.float32) for a in arrays]
        return compiled(*tensors).numpy()

    return wrapper


@register("mmd")
@accelerated
def mmd(a, b):
    def kernel(u, v):
        d2 = tf.reduce_sum(tf.square(u[:, None] - v[None]), -1)
        return tf.reduce_mean(tf.exp(-0.5 * d2))

    return kernel(a, a) + kernel(b, b) - 2.0 * kernel(a, b)


@register("energy")
@accelerated
def energy_distance(a, b):
    def gap(u, v):
        return tf.reduce_mean(tf.norm(u[:, None] - v[None] + 1e-9, axis=-1))

    return 2.0 * gap(a, b) - gap(a, a) - gap(b, b)


@register("sliced")
@accelerated
def sliced_wasserstein(a, b):
    directions = tf.math.l2_normalize(tf.random.stateless_normal([3, 20], seed=[1, 2]), axis=0)
    pa = tf.sort(a @ directions, axis=0)
    pb = tf.sort(b @ directions, axis=0)
    return tf.reduce_mean(tf.abs(pa - pb))


def evaluate(name, a, b):
    CALLS[name] += 1
    return float(METRICS[name](a, b))


def drift(days, rng):
    reference = rng.normal(size=(60, 3))
    for day in range(days):
        yield day, reference, rng.normal(0.05 * day, 1.0 + 0.01 * day, (60, 3))


def main():
    rng = np.random.default_rng(73)
    table = {name: [] for name in METRICS}
    for day, reference, sample in drift(40, rng):
        for name in METRICS:
            table[name].append(evaluate(name, reference, sample))
    for name, values in table.items():
        print("%-7s calls %d first %.3f last %.3f" % (name, CALLS[name], values[0], values[-1]))


if __name__ == "__main__":
    main()
