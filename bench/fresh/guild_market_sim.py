# planted: TFR103 TFR303 the dict of today's offers has other keys every day, and a branch depends on the day's Python count of traders
# style: game economy simulation, dataclasses, event log
"""Player market of an online game: daily clearing prices for crafting goods."""
import random
from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np
import tensorflow as tf

GOODS = ["ore", "wood", "herb", "hide", "gem", "silk"]


@tf.function
def clear_market(offers, demand, prices, traders):
    """One price adjustment per good on offer; goods without offers keep their price."""
    updated = []
    for k, good in enumerate(GOODS):
        price = prices[k]
        if good in offers:
            supply = tf.reduce_sum(offers[good])
            spread = tf.math.reduce_std(offers[good])
            excess = (demand[k] / price - supply) / (demand[k] + supply)
            price = price * tf.exp(0.3 * excess) + 0.01 * spread
        updated.append(price)
    prices = tf.stack(updated)
    if traders < 10:
        prices = 0.9 * prices + 0.1 * tf.reduce_mean(prices)
    return tf.clip_by_value(prices, 0.2, 20.0)


@dataclass
class Trader:
    name: int
    skill: dict
    purse: float = 10.0
    sold: int = 0


@dataclass
class Day:
    number: int
    offers: dict = field(default_factory=lambda: defaultdict(list))
    sellers: set = field(default_factory=set)


class Market:
    def __init__(self, traders, seed):
        self.source = random.Random(seed)
        self.traders = [
            Trader(n, {g: self.source.random() for g in GOODS}) for n in range(traders)]
        self.prices = tf.constant([1.0, 0.8, 1.5, 1.2, 4.0, 3.0])
        self.log = []

    def open_day(self, number):
        day = Day(number)
        goods_in_season = [g for g in GOODS if self.source.random() < 0.7] or ["ore"]
        for trader in self.traders:
            if self.source.random() < 0.35:
                good = max(goods_in_season, key=lambda g: trader.skill[g] + 0.5 * self.source.random())
                day.offers[good].append(1.0 + 4.0 * trader.skill[good])
                day.sellers.add(trader.name)
        return day

    def demand(self, number):
        wave = [1.0 + 0.4 * np.sin(number / 6.0 + k) for k in range(len(GOODS))]
        return tf.constant([12.0 * w for w in wave], tf.float32)

    def close_day(self, day):
        offers = {}
        for good, amounts in day.offers.items():
            book = np.zeros(len(self.traders), "float32")
            book[:len(amounts)] = amounts
            offers[good] = tf.constant(book)
        self.prices = clear_market(offers, self.demand(day.number), self.prices, len(day.sellers))
        listing = dict(zip(GOODS, self.prices.numpy()))
        for trader in self.traders:
            if trader.name in day.sellers:
                best = max(day.offers, key=lambda g: trader.skill[g])
                trader.purse += float(listing[best]) * trader.skill[best]
                trader.sold += 1
        self.log.append(listing)


def main():
    market = Market(24, 77)
    for number in range(50):
        market.close_day(market.open_day(number))
    richest = max(market.traders, key=lambda t: t.purse)
    print("prices", {g: round(float(p), 2) for g, p in market.log[-1].items()})
    print("richest", richest.name, round(richest.purse, 1), "sales", richest.sold)
    print("gem mean", round(float(np.mean([row["gem"] for row in market.log])), 2))


if __name__ == "__main__":
    main()
