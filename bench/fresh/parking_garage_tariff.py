# planted: TFR101 the quoted moment is a Python datetime that walks through the day in half hours; each one is a trace
# style: datetime-heavy business code, generator of time slots, quotes as tuples
"""Set the tariff of a car park from expected occupancy, slot by slot."""
from datetime import datetime, timedelta

import numpy as np
import tensorflow as tf

OPENING = datetime(2024, 5, 13, 6, 0)


@tf.function
def expected_occupancy(moment, coefficients):
    hours = moment.hour + moment.minute / 60.0
    angle = 2.0 * np.pi * hours / 24.0
    weekend = 1.0 if moment.weekday() >= 5 else 0.0
    waves = tf.stack([1.0, tf.sin(angle), tf.cos(angle), tf.sin(2.0 * angle), tf.cos(2.0 * angle), weekend])
    return tf.sigmoid(tf.tensordot(waves, coefficients, 1))


def slots(start, count, minutes=30):
    for i in range(count):
        yield start + timedelta(minutes=minutes * i)


class Tariff:
    def __init__(self, base, surcharge, free_before=9):
        self.base = base
        self.surcharge = surcharge
        self.free_before = free_before

    def rate(self, moment, occupancy):
        if moment.hour < self.free_before and moment.weekday() < 5:
            return 0.0
        return round(self.base * (1.0 + self.surcharge * max(0.0, occupancy - 0.5)), 2)


class Garage:
    def __init__(self, places, tariff, coefficients):
        self.places = places
        self.tariff = tariff
        self.coefficients = tf.constant(coefficients, tf.float32)

    def quote(self, moment):
        occupancy = float(expected_occupancy(moment, self.coefficients))
        return moment, occupancy, self.tariff.rate(moment, occupancy)

    def day_plan(self, day):
        return [self.quote(moment) for moment in slots(day, 32)]

    def income(self, plan):
        return sum(0.5 * rate * occupancy * self.places for _, occupancy, rate in plan)


def main():
    garage = Garage(180, Tariff(2.4, 0.8), [0.1, -0.9, -1.1, 0.3, 0.5, 0.4])
    monday = garage.day_plan(OPENING)
    saturday = garage.day_plan(OPENING + timedelta(days=5))
    busiest = max(monday, key=lambda quote: quote[1])
    print("slots:", len(monday) + len(saturday))
    print("busiest on Monday:", busiest[0].strftime("%H:%M"), round(busiest[1], 3))
    print("income:", round(garage.income(monday), 1), "and", round(garage.income(saturday), 1))
    print("dearest hour:", max(rate for _, _, rate in monday + saturday))
    print("free slots:", sum(rate == 0.0 for _, _, rate in monday))


if __name__ == "__main__":
    main()
