# planted: TFR201 every supplier has another number of orders, the fit is traced once per supplier
# style: pandas-like grouping in plain NumPy, small class with a report
"""Gamma fits of supplier lead times and the reorder points that follow from them."""
from collections import defaultdict

import numpy as np
import tensorflow as tf

SERVICE_Z = 1.645


def order_book(seed=5, suppliers=24):
    rng = np.random.default_rng(seed)
    rows = []
    for number in range(suppliers):
        shape = rng.uniform(1.5, 7.0)
        scale = rng.uniform(1.0, 4.0)
        for _ in range(12 + 3 * number + int(rng.integers(0, 3))):
            rows.append((f"S{number:02d}", float(rng.gamma(shape, scale)) + 0.5))
    rng.shuffle(rows)
    return [(name, float(days)) for name, days in rows]


@tf.function
def fit_gamma(days):
    """Maximum likelihood shape and scale by Newton steps on the shape."""
    mean = tf.reduce_mean(days)
    s = tf.math.log(mean) - tf.reduce_mean(tf.math.log(days))
    shape = (3.0 - s + tf.sqrt((s - 3.0) ** 2 + 24.0 * s)) / (12.0 * s)
    for _ in range(6):
        gradient = tf.math.log(shape) - tf.math.digamma(shape) - s
        curvature = 1.0 / shape - tf.math.polygamma(1.0, shape)
        shape = tf.maximum(shape - gradient / curvature, 0.05)
    return shape, mean / shape


class LeadTimeReport:
    def __init__(self, daily_demand):
        self.daily_demand = daily_demand
        self.by_supplier = defaultdict(list)
        self.fits = {}

    def load(self, rows):
        for name, days in rows:
            self.by_supplier[name].append(days)
        return self

    def fit(self):
        for name in sorted(self.by_supplier):
            sample = tf.constant(self.by_supplier[name], dtype=tf.float32)
            shape, scale = fit_gamma(sample)
            self.fits[name] = (float(shape), float(scale))
        return self

    def reorder_point(self, name):
        shape, scale = self.fits[name]
        mean, std = shape * scale, np.sqrt(shape) * scale
        return self.daily_demand * (mean + SERVICE_Z * std)


def main():
    report = LeadTimeReport(daily_demand=3.5).load(order_book()).fit()
    ranked = sorted(report.fits, key=report.reorder_point, reverse=True)
    print("suppliers:", len(ranked))
    for name in ranked[:4]:
        shape, scale = report.fits[name]
        print(f"{name}: shape {shape:.2f} scale {scale:.2f} reorder at {report.reorder_point(name):.1f}")
    print(f"mean reorder point {np.mean([report.reorder_point(n) for n in ranked]):.2f}")


if __name__ == "__main__":
    main()
