# planted: TFR101 a temperature that falls, passed on through a helper
# style: functional, argparse
import argparse
import math

import numpy as np
import tensorflow as tf


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--start", type=float, default=2.0)
    parser.add_argument("--floor", type=float, default=0.5)
    parser.add_argument("--rate", type=float, default=0.2)
    parser.add_argument("--iterations", type=int, default=7)
    return parser.parse_args()


@tf.function
def soft_assign(logits, noise, temperature):
    y = tf.nn.softmax((logits + noise) / temperature)
    return y, -tf.reduce_sum(y * tf.math.log(y + 1e-9), axis=-1)


def entropy_of(logits, noise, temperature):
    _, entropy = soft_assign(logits, noise, temperature)
    return float(tf.reduce_mean(entropy))


def main():
    args = parse_args()
    rng = np.random.default_rng(1)
    logits = tf.constant(rng.normal(size=(6, 4)), tf.float32)
    noise = tf.constant(rng.gumbel(size=(6, 4)), tf.float32)
    for i in range(args.iterations):
        temperature = max(args.floor, args.start * math.exp(-args.rate * i))
        print(i, f"{temperature:.3f}", f"{entropy_of(logits, noise, temperature):.4f}")


if __name__ == "__main__":
    main()
