# planted: TFR101 the appraisal service passes a lot's category and its estimate as Python values into the traced valuation of another module
# style: service with dataclass requests, strategy table, second module
"""An auction house prices incoming lots and sets the reserve."""
import random
from dataclasses import dataclass

import tensorflow as tf

from auction_house_lots_value import CATEGORIES, valuation


@dataclass(frozen=True)
class Lot:
    number: int
    category: str
    estimate: float
    condition: float


class AppraisalDesk:
    def __init__(self, market):
        self.market = tf.constant(market, tf.float32)
        self.ledger = {}

    def appraise(self, lot):
        features = tf.constant([lot.condition, lot.condition**2, 1.0])
        value, spread = valuation(lot.category, lot.estimate, features, self.market)
        self.ledger[lot.number] = (lot.category, float(value), float(spread))
        return self.ledger[lot.number]

    def reserve(self, lot):
        _, value, spread = self.ledger.get(lot.number) or self.appraise(lot)
        return max(0.5 * lot.estimate, value - spread)

    def totals(self):
        totals = dict.fromkeys(CATEGORIES, 0.0)
        for category, value, _ in self.ledger.values():
            totals[category] += value
        return totals


def consignments(seed, count):
    rng = random.Random(seed)
    for number in range(count):
        category = rng.choice(CATEGORIES)
        yield Lot(number, category, round(rng.lognormvariate(6.0, 0.6), 0), rng.uniform(0.4, 1.0))


def main():
    desk = AppraisalDesk([1.1, 0.9, 1.05, 0.97])
    reserves = {lot.number: desk.reserve(lot) for lot in consignments(seed=8, count=26)}
    totals = desk.totals()
    leader = max(totals, key=totals.get)
    print("lots:", len(reserves))
    print("reserves together:", round(sum(reserves.values()), 1))
    print("leading category:", leader, round(totals[leader], 1))
    dearest = max(reserves, key=reserves.get)
    print("dearest lot:", dearest, round(reserves[dearest], 1))


if __name__ == "__main__":
    main()
