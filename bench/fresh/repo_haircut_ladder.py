# planted: TFR101 the issuer's name, a Python string, is an argument of the traced valuation
# style: finance, collateral valuation service, lookup tables
"""Collateral desk: stressed value of repo baskets with haircuts by issuer rating."""
import numpy as np
import tensorflow as tf

RATINGS = ["AAA", "AA", "A", "BBB", "BB"]
HAIRCUT = {"AAA": 0.02, "AA": 0.035, "A": 0.06, "BBB": 0.10, "BB": 0.18}
ISSUERS = {f"ISS{k:03d}": RATINGS[(k * 7) % 5] for k in range(30)}
CURVE = tf.constant(np.linspace(0.031, 0.042, 20), tf.float32)
SHOCKS = tf.constant(np.random.default_rng(4).normal(0.0, 0.01, 256), tf.float32)


@tf.function
def stressed_value(issuer, notional, coupon, maturity):
    years = tf.range(1.0, 21.0)
    alive = tf.cast(years <= maturity, tf.float32)
    rates = CURVE[None, :] + SHOCKS[:, None]
    discount = tf.exp(-rates * years)
    flows = coupon * alive + tf.cast(years == maturity, tf.float32)
    price = tf.reduce_sum(flows * discount, axis=1)
    lendable = notional * price * (1.0 - HAIRCUT[ISSUERS[issuer]])
    ordered = tf.sort(lendable)
    return tf.reduce_mean(lendable), ordered[12]


class CollateralDesk:
    def __init__(self, limit):
        self.limit = limit
        self.positions = []

    def pledge(self, issuer, notional, coupon, maturity):
        self.positions.append({"issuer": issuer, "notional": notional,
                               "coupon": coupon, "maturity": maturity})

    def value(self):
        mean = tail = 0.0
        breaches = []
        for p in self.positions:
            m, low = stressed_value(p["issuer"], tf.constant(p["notional"]),
                                    tf.constant(p["coupon"]), tf.constant(p["maturity"]))
            mean, tail = mean + float(m), tail + float(low)
            if float(low) < self.limit * p["notional"]:
                breaches.append(p["issuer"])
        return mean, tail, breaches


def main():
    rng = np.random.default_rng(10)
    desk = CollateralDesk(0.75)
    for issuer in ISSUERS:
        desk.pledge(issuer, float(rng.integers(1, 20)), float(rng.uniform(0.01, 0.06)),
                    float(rng.integers(2, 20)))
    mean, tail, breaches = desk.value()
    print("lendable", round(mean, 2))
    print("stressed", round(tail, 2))
    print("breaches", len(breaches), "first", breaches[0])


if __name__ == "__main__":
    main()
