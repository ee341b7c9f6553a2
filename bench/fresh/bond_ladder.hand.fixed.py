# planted: TFR103 TFR101 the cash flows of each bond are lists of floats, of as many entries as it has coupons left, and prices are floats
# style: treasury back-office tool, dataclasses with properties
from __future__ import annotations

from dataclasses import dataclass

import tensorflow as tf


@dataclass
class Bond:
    name: str
    coupon: float
    years: float
    price: float
    frequency: int = 2

    @property
    def times(self) -> list[float]:
        count = int(self.years * self.frequency)
        first = self.years - (count - 1) / self.frequency
        return [first + i / self.frequency for i in range(count)]

    @property
    def flows(self) -> list[float]:
        flows = [100 * self.coupon / self.frequency for _ in self.times]
        flows[-1] += 100.0
        return flows


VECTOR = tf.TensorSpec([None], tf.float32)


@tf.function(input_signature=[VECTOR, VECTOR, tf.TensorSpec([], tf.float32)])
def value_and_durations(times, flows, rate):
    discounted = flows * tf.exp(-rate * times)
    value = tf.reduce_sum(discounted)
    duration = tf.reduce_sum(times * discounted) / value
    convexity = tf.reduce_sum(times**2 * discounted) / value
    return value, duration, convexity


def solve_yield(bond: Bond, guess: float = 0.03) -> tuple[float, int]:
    """Continuously compounded yield by Newton's method."""
    rate = guess
    for n in range(1, 9):
        value, duration, _ = value_and_durations(bond.times, bond.flows, rate)
        change = (float(value) - bond.price) / float(value * duration)
        rate += change
        if abs(change) < 1e-5:
            break
    return rate, n


LADDER = [
    Bond("short", 0.010, 1.7, 98.4),
    Bond("two", 0.025, 2.2, 99.9),
    Bond("four", 0.030, 4.1, 98.1),
    Bond("seven", 0.0375, 6.9, 101.2),
    Bond("ten", 0.040, 10.0, 99.0),
    Bond("long", 0.045, 19.4, 97.5, frequency=1),
]


def main() -> None:
    total = weighted = 0.0
    for bond in LADDER:
        rate, _ = solve_yield(bond)
        _, duration, convexity = value_and_durations(bond.times, bond.flows, rate)
        print(f"{bond.name:6s} yield {100 * rate:.3f}%  duration {float(duration):.3f}  convexity {float(convexity):.2f}")
        shocked = [float(value_and_durations(bond.times, bond.flows, rate + s)[0]) for s in (-0.01, 0.01)]
        print(f"       down {shocked[0]:.2f}, up {shocked[1]:.2f}")
        total += bond.price
        weighted += bond.price * float(duration)
    print(f"ladder: value {total:.2f}, duration {weighted / total:.3f}")


if __name__ == "__main__":
    main()
