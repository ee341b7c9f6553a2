# planted: TFR101 the name of the scenario is passed as a string, and its severity as a Python float
# style: bank's stress test, table of shocks by name
"""Loss of a bond and equity book under named scenarios of growing severity."""
import numpy as np
import tensorflow as tf

SHOCKS = {
    # rates, spread, equity
    "parallel_up": (0.020, 0.000, -0.05),
    "parallel_down": (-0.015, 0.000, 0.02),
    "credit_crunch": (-0.005, 0.025, -0.20),
    "stagflation": (0.030, 0.010, -0.15),
    "equity_crash": (-0.010, 0.015, -0.40),
    "recovery": (0.010, -0.008, 0.15),
}


def make_book(size=40, seed=3):
    rng = np.random.default_rng(seed)
    return {
        "coupon": tf.constant(rng.uniform(0.01, 0.06, size), tf.float32),
        "years": tf.constant(rng.integers(1, 15, size), tf.float32),
        "spread": tf.constant(rng.uniform(0.002, 0.04, size), tf.float32),
        "equity": tf.constant(rng.uniform(10, 100, size), tf.float32),
        "beta": tf.constant(rng.normal(1.0, 0.3, size), tf.float32),
    }


def bond_value(coupon, years, rate):
    annuity = (1.0 - tf.exp(-rate * years)) / rate
    return 100.0 * (coupon * annuity + tf.exp(-rate * years))


@tf.function
def revalue(book, scenario, severity):
    rates, spread, equity = SHOCKS[scenario]
    base = 0.03 + book["spread"]
    shocked = tf.maximum(base + severity * (rates + spread * (1.0 + 10.0 * book["spread"])), 0.001)
    bonds = bond_value(book["coupon"], book["years"], shocked) - bond_value(book["coupon"], book["years"], base)
    shares = book["equity"] * tf.maximum(severity * equity * book["beta"], -1.0)
    return tf.reduce_sum(bonds), tf.reduce_sum(shares)


def reverse_stress(book, scenario, limit):
    """Severity at which the loss reaches the limit, by bisection."""
    low, high = 0.0, 4.0
    for _ in range(12):
        middle = 0.5 * (low + high)
        if -float(sum(revalue(book, scenario, middle))) < limit:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


if __name__ == "__main__":
    book = make_book()
    for scenario in SHOCKS:
        for severity in (0.5, 1.0, 1.5):
            bonds, shares = revalue(book, scenario, severity)
            print(f"{scenario:14s} x{severity:.1f}  bonds {float(bonds):9.2f}  shares {float(shares):9.2f}")
    for scenario in ("stagflation", "credit_crunch"):
        print(f"{scenario} reaches the limit at x{reverse_stress(book, scenario, 500.0):.3f}")
