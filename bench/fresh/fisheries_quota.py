# planted: TFR502 the stock model's projection is decorated inside the method that runs it
# style: class with a method used by a golden-section search
"""Search the fishing effort that earns most from an age-structured stock."""
import math

import tensorflow as tf


class Fishery:
    ages = 8

    def __init__(self, natural=0.22, steep=0.75, price=3.1, cost=0.55):
        self.natural = natural
        self.steep = steep
        self.price = price
        self.cost = cost
        age = tf.range(1.0, self.ages + 1.0)
        self.weight = (1.0 - tf.exp(-0.35 * age)) ** 3
        self.maturity = tf.sigmoid(2.0 * (age - 3.0))
        self.select = tf.sigmoid(1.8 * (age - 2.5))

    def profit(self, effort, years=12):
        @tf.function
        def project(effort):
            numbers = tf.exp(-self.natural * tf.range(0.0, float(self.ages)))
            virgin = tf.reduce_sum(numbers * self.weight * self.maturity)
            total = tf.constant(0.0)
            for year in range(years):
                fishing = effort * self.select
                mortality = fishing + self.natural
                dead = numbers * (1.0 - tf.exp(-mortality))
                landed = tf.reduce_sum(fishing / mortality * dead * self.weight)
                spawners = tf.reduce_sum(numbers * self.weight * self.maturity) / virgin
                recruits = 4.0 * self.steep * spawners / ((1.0 - self.steep) + (5.0 * self.steep - 1.0) * spawners)
                numbers = tf.concat([[recruits], (numbers - dead)[:-1]], axis=0)
                total += (self.price * landed - self.cost * effort) / 1.05 ** year
            return total, spawners

        return project(tf.constant(effort, tf.float32))


def golden_section(objective, low, high, rounds):
    ratio = (math.sqrt(5.0) - 1.0) / 2.0
    a, b = high - ratio * (high - low), low + ratio * (high - low)
    fa, fb = objective(a), objective(b)
    for _ in range(rounds):
        if fa < fb:
            low, a, fa = a, b, fb
            b = low + ratio * (high - low)
            fb = objective(b)
        else:
            high, b, fb = b, a, fa
            a = high - ratio * (high - low)
            fa = objective(a)
    return 0.5 * (low + high)


if __name__ == "__main__":
    fishery = Fishery()
    best = golden_section(lambda e: float(fishery.profit(e)[0]), 0.01, 2.0, 14)
    value, spawners = fishery.profit(best)
    print(f"best effort {best:.2f}: profit {float(value):.3f}, spawners {float(spawners):.3f}")
    for effort in (0.1, 1.0, 1.8):
        value, spawners = fishery.profit(effort)
        print(f"effort {effort}: profit {float(value):.3f}, spawners {float(spawners):.3f}")
