# planted: TFR107 TFR201 the importers deliver integer float and double arrays of differing length to one traced aggregator
# style: data pipeline, adapters per vendor, generators
"""Merge smart-meter readings of several vendors into daily load profiles."""
import numpy as np
import tensorflow as tf


class VendorA:
    """Watt-hours as integers, every quarter of an hour."""
    step = 15

    def readings(self, rng, days):
        for _ in range(days):
            n = 96 - int(rng.integers(0, 6))
            yield rng.integers(50, 900, n).astype("int64")


class VendorB:
    """Kilowatt-hours as single precision, hourly."""
    step = 60

    def readings(self, rng, days):
        for _ in range(days):
            n = 24 - int(rng.integers(0, 3))
            yield (rng.gamma(2.0, 0.4, n) * 1000.0).astype("float32")


class VendorC:
    """Doubles from a CSV export, every half hour."""
    step = 30

    def readings(self, rng, days):
        for _ in range(days):
            n = 48 - int(rng.integers(0, 4))
            yield rng.gamma(2.0, 0.2, n) * 1000.0


@tf.function
def profile(values):
    load = tf.cast(values, tf.float32)
    total = tf.reduce_sum(load)
    peak = tf.reduce_max(load) / (tf.reduce_mean(load) + 1e-6)
    ramp = tf.reduce_max(tf.abs(load[1:] - load[:-1]))
    ordered = tf.sort(load)
    base = tf.reduce_mean(ordered[:8])
    return tf.stack([total, peak, ramp, base])


def ingest(vendors, days, seed):
    rng = np.random.default_rng(seed)
    for vendor in vendors:
        for day, values in enumerate(vendor.readings(rng, days)):
            yield type(vendor).__name__, day, profile(values)


def main():
    per_vendor = {}
    for name, _, row in ingest([VendorA(), VendorB(), VendorC()], 14, 77):
        per_vendor.setdefault(name, []).append(row.numpy())
    for name, rows in per_vendor.items():
        total, peak, ramp, base = np.mean(rows, 0)
        print(f"{name}: total {total / 1000:.2f} kWh peak {peak:.2f} ramp {ramp:.1f} base {base:.1f}")


if __name__ == "__main__":
    main()
