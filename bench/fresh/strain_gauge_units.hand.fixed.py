# planted: TFR107 TFR201 loggers deliver integers, single and double precision in records of any length
# style: registry of loggers and a shared traced routine, structural monitoring
"""Fatigue damage of a bridge hanger from strain records of different loggers."""
import numpy as np
import tensorflow as tf

ELASTIC = 210e3     # MPa
SLOPE = 3.0
CATEGORY = 80.0


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.float32)])
def damage(strain, scale):
    """Palmgren-Miner damage from the ranges between turning points."""
    stress = strain * scale * ELASTIC
    rise = stress[1:] - stress[:-1]
    turning = rise[1:] * rise[:-1] < 0.0
    points = tf.boolean_mask(stress[1:-1], turning)
    ranges = tf.abs(points[1:] - points[:-1])
    kept = tf.where(ranges > 2.0, ranges, 0.0)
    return tf.reduce_sum(0.5 * (kept / CATEGORY) ** SLOPE / 2e6), tf.reduce_max(kept)


def traffic(seconds, rate, rng):
    t = np.arange(int(seconds * rate)) / rate
    sway = 18e-6 * np.sin(2 * np.pi * 0.8 * t + rng.uniform(0, 6))
    strain = sway + rng.normal(0, 3e-6, len(t))
    for start in rng.uniform(0, seconds, int(seconds / 8)):
        width = rng.uniform(0.6, 1.5)
        strain += rng.uniform(40e-6, 160e-6) * np.exp(-((t - start) / width) ** 2)
    return strain


LOGGERS = {
    "counts": (lambda s: np.round(s * 1e7).astype("int16"), 1e-7),
    "micro": (lambda s: (s * 1e6).astype("float32"), 1e-6),
    "plain": (lambda s: s, 1.0),
}


def shift_records(rng, shifts):
    names = list(LOGGERS)
    for shift in range(shifts):
        name = names[shift % len(names)]
        encode, scale = LOGGERS[name]
        seconds = float(rng.uniform(30, 90))
        yield name, seconds, encode(traffic(seconds, 50.0, rng)), scale


def main():
    rng = np.random.default_rng(41)
    per_logger = {name: [] for name in LOGGERS}
    worst = 0.0
    for name, seconds, record, scale in shift_records(rng, 30):
        used, largest = damage(record.astype("float32"), tf.constant(scale))
        per_logger[name].append(float(used) / seconds * 3600 * 1e6)
        worst = max(worst, float(largest))
    for name, rates in per_logger.items():
        print(f"{name:7s} damage per hour {np.mean(rates):.3f}e-6 in {len(rates)} records")
    print("largest stress range:", round(worst, 1), "MPa")


if __name__ == "__main__":
    main()
