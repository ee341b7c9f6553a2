"""Roll yield of a commodity book: value each futures leg and its roll cost."""
from dataclasses import dataclass, field
import numpy as np
import tensorflow as tf


@dataclass
class Leg:
    symbol: str
    days: int
    carry: float
    lots: int = 1


@dataclass
class Book:
    spot: float
    legs: list = field(default_factory=list)

    def scenarios(self, n=512, seed=4):
        rng = np.random.default_rng(seed)
        shocks = rng.normal(0.0, 0.18, size=n)
        return tf.constant(self.spot * np.exp(shocks - 0.5 * 0.18**2), tf.float32)


@tf.function
def forward_value(spots, days, carry):
    years = days / 365.0
    forward = spots * tf.exp(carry * years)
    slope = (forward - spots) / spots
    seasonal = 0.01 * tf.sin(2.0 * np.pi * years)
    return forward * (1.0 + seasonal), tf.reduce_mean(slope)


def value_leg(book_spots, leg, roll_days=0):
    days = tf.constant(leg.days - roll_days, tf.float32)
    carry = tf.constant(leg.carry, tf.float32)
    value, slope = forward_value(book_spots, days, carry)
    return leg.lots * value, float(slope)


def roll_table(book):
    spots = book.scenarios()
    total = tf.zeros_like(spots)
    rows = {}
    for leg in book.legs:
        held, slope = value_leg(spots, leg)
        rolled, _ = value_leg(spots, leg, roll_days=5)
        rows[leg.symbol] = (float(tf.reduce_mean(held - rolled)), slope)
        total += held
    return rows, total


def build_book():
    book = Book(spot=74.5)
    months = "FGHJKMNQ"
    for k, letter in enumerate(months):
        carry = 0.035 + 0.004 * k - 0.0009 * k * k
        book.legs.append(Leg(f"CL{letter}6", 28 + 30 * k, carry, lots=1 + k % 3))
    return book


def main():
    book = build_book()
    rows, total = roll_table(book)
    best = max(rows, key=lambda s: rows[s][0])
    worst = min(rows, key=lambda s: rows[s][0])
    tail = np.quantile(total.numpy(), 0.05)
    print("legs:", len(book.legs))
    print("mean book value:", round(float(tf.reduce_mean(total)), 1))
    print("5% tail:", round(float(tail), 1))
    print("dearest roll:", best, round(rows[best][0], 2))
    print("cheapest roll:", worst, round(rows[worst][0], 2))


if __name__ == "__main__":
    main()
