# planted: TFR101 TFR303 loan age and refinancing incentive of every month are Python numbers in the traced month
# style: scenario class, monthly loop, cash flow projection
"""Project the cash flows of a mortgage pool under two rate paths."""
import math
from dataclasses import dataclass

import tensorflow as tf


@dataclass
class RatePath:
    name: str
    start: float
    drift: float
    swing: float

    def rate(self, month):
        return self.start + self.drift * month / 12.0 + self.swing * math.sin(month / 5.0)


@tf.function
def pool_month(balances, coupons, incentive, age):
    """One month: interest, scheduled principal, prepayments of every loan in the pool."""
    seasoning = tf.minimum(age / 30.0, 1.0)
    turnover = 0.005 * seasoning
    if incentive > 0.0:
        refinance = 0.04 * tf.nn.sigmoid(250.0 * (coupons - 0.045 + incentive - 0.005)) * seasoning
        smm = turnover + refinance
    else:
        smm = turnover * tf.exp(20.0 * incentive) * tf.ones_like(coupons)
    interest = balances * coupons / 12.0
    growth = tf.pow(1.0 + coupons / 12.0, -(360.0 - age))
    payment = balances * (coupons / 12.0) / (1.0 - growth)
    scheduled = payment - interest
    prepaid = (balances - scheduled) * smm
    return balances - scheduled - prepaid, tf.reduce_sum(interest), tf.reduce_sum(scheduled + prepaid)


class PoolProjection:
    def __init__(self, balances, coupons):
        self.start = tf.constant(balances, tf.float32)
        self.coupons = tf.constant(coupons, tf.float32)
        self.average = float(tf.reduce_sum(self.start * self.coupons) / tf.reduce_sum(self.start))

    def run(self, path, months=30):
        balances = self.start
        present_value, life, discount = 0.0, 0.0, 1.0
        for month in range(1, months + 1):
            rate = path.rate(month)
            incentive = self.average - rate
            balances, interest, principal = pool_month(
                balances, self.coupons, tf.constant(incentive, tf.float32), tf.constant(month, tf.float32))
            discount /= 1.0 + rate / 12.0
            present_value += discount * float(interest + principal)
            life += month / 12.0 * float(principal)
        remaining = float(tf.reduce_sum(balances))
        total = float(tf.reduce_sum(self.start))
        return {"value": (present_value + discount * remaining) / total,
                "paid": 1.0 - remaining / total,
                "life": life / (total - remaining)}


def main():
    balances = [200.0 + 7.0 * i for i in range(20)]
    coupons = [0.04 + 0.0007 * i for i in range(20)]
    projection = PoolProjection(balances, coupons)
    for path in (RatePath("easing", 0.046, -0.006, 0.002), RatePath("tightening", 0.044, 0.007, 0.001)):
        result = projection.run(path)
        print(f"{path.name:10s} value {result['value']:.3f} paid {result['paid']:.3f} life {result['life']:.2f}")


if __name__ == "__main__":
    main()
