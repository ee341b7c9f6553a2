# fir_filters, cured.
import argparse
import math

import tensorflow as tf


def design_lowpass(cutoff, taps):
    """Windowed-sinc coefficients, normalised to unit gain."""
    middle = (taps - 1) / 2
    coefficients = []
    for n in range(taps):
        d = n - middle
        ideal = 2 * cutoff if d == 0 else math.sin(2 * math.pi * cutoff * d) / (math.pi * d)
        window = 0.54 - 0.46 * math.cos(2 * math.pi * n / (taps - 1))
        coefficients.append(ideal * window)
    total = sum(coefficients)
    return [c / total for c in coefficients]


@tf.function
def apply_filter(signal, coefficients):
    kernel = tf.reshape(coefficients, [-1, 1, 1])
    filtered = tf.nn.conv1d(signal[None, :, None], kernel, stride=1, padding="SAME")
    return filtered[0, :, 0]


def test_signal(n):
    t = tf.range(n, dtype=tf.float32)
    return tf.sin(0.1 * t) + 0.5 * tf.sin(1.3 * t) + 0.25 * tf.sin(2.6 * t)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "--cutoffs", type=float, nargs="+", default=[0.03, 0.05, 0.1, 0.2, 0.3, 0.45]
    )
    parser.add_argument("--taps", type=int, default=21)
    parser.add_argument("--samples", type=int, default=256)
    args = parser.parse_args()

    signal = test_signal(args.samples)
    for cutoff in args.cutoffs:
        coefficients = design_lowpass(cutoff, args.taps)
        filtered = apply_filter(signal, tf.constant(coefficients))
        power = tf.reduce_mean(filtered**2)
        print(f"cutoff {cutoff:.2f}: power {float(power):.4f}, sample {float(filtered[100]):.4f}")


if __name__ == "__main__":
    main()
